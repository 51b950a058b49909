/** Longest name in UTF-16 units. */
const MAX_NAME_LENGTH = 40;

/**
 * The (folded) names that occur in a folded text. Looks up each substring instead of searching each
 * name: a space may have 100,000 members, a text has some hundred substrings.
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
