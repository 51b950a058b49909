import { paths } from '../../shared/address/paths';

/** The tabs of a member's page in their order. */
export const memberTabs = ['posts', 'tasks', 'connections', 'record'] as const;
export type MemberTab = (typeof memberTabs)[number];

/** The tab in an address; posts without one. */
export function readMemberTab(params: URLSearchParams): MemberTab {
  return memberTabs.find((tab) => tab === params.get('tab')) ?? 'posts';
}

/** The query of a tab; empty for posts. */
export function memberTabQuery(tab: MemberTab): string {
  return tab === 'posts' ? '' : `tab=${tab}`;
}

export function memberTabPath(memberId: string, tab: MemberTab): string {
  const query = memberTabQuery(tab);
  return query ? `${paths.member(memberId)}?${query}` : paths.member(memberId);
}

/** The tab that a key leads to from the current one; null for other keys. */
export function tabOfKey(key: string, tab: MemberTab): MemberTab | null {
  const at = memberTabs.indexOf(tab);
  const last = memberTabs.length - 1;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[key];
  return to === undefined ? null : memberTabs.at(to > last ? 0 : to)!;
}
