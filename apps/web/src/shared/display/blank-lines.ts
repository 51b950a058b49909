/** Removes blank lines at the start and the end of a shown text. The indent of its first line stays. */
export function trimBlankLines(text: string): string {
  return text.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
}
