import { foldWithOffsets } from '../folding/search-folding.rules';
import type { Piece } from './query.rules';

/** A range of a text in UTF-16 units, the end exclusive. */
export interface HighlightRange {
  start: number;
  end: number;
}

/** Most highlights of one text. */
const RANGE_LIMIT = 100;

/** Where the pieces occur in the original text: in order, without overlaps. */
export function highlightsOf(text: string, pieces: readonly Piece[]): HighlightRange[] {
  const forms = [foldWithOffsets(text)];
  if (/[ーｰ]/.test(text)) forms.push(foldWithOffsets(text, 'spelled'));
  const found: HighlightRange[] = [];
  for (const { folded, starts, ends } of forms) {
    for (const spelling of pieces.flat()) {
      let at = folded.indexOf(spelling);
      while (at !== -1 && found.length < RANGE_LIMIT * 2) {
        const last = at + spelling.length;
        found.push({ start: starts[at]!, end: ends[last - 1]! });
        at = folded.indexOf(spelling, last);
      }
    }
  }
  return merged(found).slice(0, RANGE_LIMIT);
}

function merged(ranges: HighlightRange[]): HighlightRange[] {
  const result: HighlightRange[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}
