/** Part of a memo: plain text, a link, a member with a link to their page, or a mention. */
export type MemoPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'member'; text: string; name: string; memberId: string }
  | { kind: 'mention'; text: string; staffId: string };

// Japanese brackets and full stops end an address.
const link = /https?:\/\/[^\s<>"'「」『』（）、。，．｜\u3000]+/g;

/** Removes a full stop or closing bracket of the sentence after an address. */
function trimLink(text: string): string {
  let end = text.replace(/[.,;:!?]+$/, '');
  while (end.endsWith(')') && !end.includes('(')) end = end.slice(0, -1).replace(/[.,;:!?]+$/, '');
  return end;
}

/** Whether a link ends a line `・name link` about a member of this installation. */
const memberLink = /^(https?:\/\/[^/]+)\/members\/([\w-]{1,64})$/;
const memberName = /(?:^|\n)・([^\n]+) $/;

function memberPart(before: string, href: string): MemoPart | null {
  const [, origin, memberId] = memberLink.exec(href) ?? [];
  const [, name] = memberName.exec(before) ?? [];
  if (!memberId || !name || origin !== window.location.origin) return null;
  return { kind: 'member', text: `${name} ${href}`, name, memberId };
}

function withMentions(
  text: string,
  mentions: readonly { id: string; displayName: string }[],
): MemoPart[] {
  if (mentions.length === 0 || text === '') return text === '' ? [] : [{ kind: 'text', text }];
  // The longest name first, so that 田中 太郎 is not matched as 田中.
  const sorted = mentions.toSorted((a, b) => b.displayName.length - a.displayName.length);
  for (const { id, displayName } of sorted) {
    for (const sign of ['@', '＠']) {
      const at = text.indexOf(sign + displayName);
      if (at < 0) continue;
      const name = text.slice(at, at + 1 + displayName.length);
      return [
        ...withMentions(text.slice(0, at), mentions),
        { kind: 'mention', text: name, staffId: id },
        ...withMentions(text.slice(at + name.length), mentions),
      ];
    }
  }
  return [{ kind: 'text', text }];
}

/** Splits a memo into text, links and mentions. Joined, the parts are the memo. */
export function splitMemo(
  memo: string,
  mentions: readonly { id: string; displayName: string }[] = [],
): MemoPart[] {
  const parts: MemoPart[] = [];
  let from = 0;
  for (const match of memo.matchAll(link)) {
    const text = trimLink(match[0]);
    if (text.length <= 'https://'.length) continue;
    const before = memo.slice(from, match.index);
    const member = memberPart(before, text);
    const plain = member ? before.length - (member.text.length - text.length) : before.length;
    parts.push(...withMentions(before.slice(0, plain), mentions));
    parts.push(member ?? { kind: 'link', text, href: text });
    from = match.index + text.length;
  }
  parts.push(...withMentions(memo.slice(from), mentions));
  return parts;
}

/** Japanese characters per line (look.md). */
const LINE_WIDTH = 38;
/** Longer memos are collapsed. */
export const FOLD_LINES = 12;

/** Estimated lines of a memo; counted, not measured, so that nothing jumps. */
export function memoLines(memo: string): number {
  return memo.split('\n').reduce((lines, line) => {
    let width = 0;
    for (const character of line) width += (character.codePointAt(0) ?? 0) > 0xff ? 1 : 0.52;
    return lines + Math.max(1, Math.ceil(width / LINE_WIDTH));
  }, 0);
}
