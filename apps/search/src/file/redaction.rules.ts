import { foldWithPositions } from '@engawa/contracts';

const BLACK = '■■';

/** The text with every one of the names blacked out, whatever their width and kana. */
export function blackOut(text: string, names: readonly string[]): string {
  const wanted = [...new Set(names)].filter((name) => [...name].length >= 2);
  // Longer names first: a family name within a full name goes with it.
  wanted.sort((one, other) => other.length - one.length);
  let result = text;
  for (const name of wanted) {
    const { folded, starts } = foldWithPositions(result);
    let at = folded.indexOf(name);
    let out = '';
    let from = 0;
    while (at !== -1) {
      out += result.slice(from, starts[at]) + BLACK;
      from = starts[at + name.length]!;
      at = folded.indexOf(name, at + name.length);
    }
    result = out + result.slice(from);
  }
  return result;
}
