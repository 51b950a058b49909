const memberLines = /^(・[^\n]*) https?:\/\/[^\s/]+\/members\/([\w-]{1,64})$/gm;

/**
 * A line of a memo that names a member without counting as a talk with them, and leads to the page
 * about them. The web app shows the name as the link.
 */
export function memberLine(name: string, address: string): string {
  return `・${name} ${address}`;
}

/** A memo with the names of such lines alone, for short forms. */
export function withoutMemberAddresses(memo: string): string {
  return memo.replace(memberLines, '$1');
}

/** The ids of the members whom such lines of a memo name. */
export function memberIdsInLines(memo: string): string[] {
  return [...memo.matchAll(memberLines)].map(([, , memberId]) => memberId!);
}
