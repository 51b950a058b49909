/** A mention being typed: position of its sign, and the text up to the caret. */
export interface OpenMention {
  at: number;
  query: string;
}

/** Longest text after the sign that may be a name. */
const MAX_QUERY_LENGTH = 20;

/** The `@` (or full-width `＠`) before the caret; null without one. */
export function openMention(text: string, caret: number): OpenMention | null {
  const before = text.slice(0, caret);
  const at = Math.max(before.lastIndexOf('@'), before.lastIndexOf('＠'));
  if (at < 0) return null;
  const query = before.slice(at + 1);
  if (query.length > MAX_QUERY_LENGTH || /[\n\r]/.test(query)) return null;
  // An e-mail address is not a mention.
  if (/[A-Za-z0-9._-]/.test(before[at - 1] ?? '')) return null;
  return { at, query };
}

/** Replaces an open mention; returns the text and the new caret position. */
export function replaceMention(
  text: string,
  mention: OpenMention,
  written: string,
): { text: string; caret: number } {
  const end = mention.at + 1 + mention.query.length;
  return {
    text: text.slice(0, mention.at) + written + text.slice(end),
    caret: mention.at + written.length,
  };
}

/** Staff members whose names follow a sign in the text. */
export function mentionedIn<T extends { displayName: string }>(
  text: string,
  staffs: readonly T[],
): T[] {
  let rest = text.replaceAll('＠', '@');
  return staffs
    .toSorted((a, b) => b.displayName.length - a.displayName.length)
    .filter(({ displayName }) => {
      if (displayName === '' || !rest.includes(`@${displayName}`)) return false;
      // 田中 太郎 does not mention 田中.
      rest = rest.replaceAll(`@${displayName}`, '');
      return true;
    });
}
