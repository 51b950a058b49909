/** Longest name that is looked for, in UTF-16 units. */
const MAX_NAME_LENGTH = 40;

/**
 * The names (folded) that stand in a folded text. Looks each piece of the text up instead of each
 * name in the text: a space may have 100,000 members, and a text some hundred pieces.
 */
export function namesWithin(folded: string, names: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (let at = 0; at < folded.length; at += 1) {
    for (let length = 2; length <= MAX_NAME_LENGTH && at + length <= folded.length; length += 1) {
      const piece = folded.slice(at, at + length);
      if (names.has(piece)) found.add(piece);
    }
  }
  return [...found];
}
