import { foldWithPositions } from '@engawa/contracts';

/** A range of a text in UTF-16 units, the end exclusive. */
export interface HighlightRange {
  start: number;
  end: number;
}

/** Most marked places of one text. */
const RANGE_LIMIT = 100;

/**
 * Where the pieces stand in the text as it was written: in order, without overlaps. Blanks within
 * a piece match any run of blanks.
 */
export function highlightsOf(text: string, pieces: readonly string[]): HighlightRange[] {
  const { folded, starts } = foldWithPositions(text);
  const found: HighlightRange[] = [];
  for (const piece of pieces) {
    const pattern = new RegExp(piece.split(' ').map(escaped).join('\\s+'), 'gu');
    for (const match of folded.matchAll(pattern)) {
      const last = match.index + match[0].length;
      found.push({ start: starts[match.index]!, end: endOf(starts, last) });
      if (found.length >= RANGE_LIMIT * 2) break;
    }
  }
  return merged(found).slice(0, RANGE_LIMIT);
}

/** A hit may end within what was one character in the text (㍿); it is marked whole. */
function endOf(starts: number[], last: number): number {
  const before = starts[last - 1]!;
  let at = last;
  while (at < starts.length - 1 && starts[at] === before) at += 1;
  return starts[at]!;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
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
