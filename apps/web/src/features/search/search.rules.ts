import { dayParam } from '../../shared/address/day';
import { trimBlankLines } from '../../shared/display/blank-lines';
import { statusOrder } from '../../shared/directory/task-status';
import type { SavedSearch, SavedSearchCriteria, SearchHit } from '@engawa/contracts';
import type { SearchArgs } from './search.api';

/** The page's address: days instead of instants, so that it is readable and can be shared. */
export interface SearchAddress {
  q: string;
  page: number;
  /** Only posts or only comments. */
  kind: string;
  staff: string;
  member: string;
  /** A second member in the same post. */
  with: string;
  /** `none`: without any label. */
  label: string;
  status: string;
  /** Open issues, or those opened or solved within the days. */
  issue: string;
  /** `YYYY-MM-DD` in the reader's time zone, both days inclusive. */
  from: string;
  until: string;
  /** The chosen saved search; it may have changed since. */
  saved: string;
}

/** Choices about issues. */
export const issueChoices = ['open', 'opened', 'solved'] as const;

/** Parses the address; invalid values count as absent. */
export function readSearchAddress(params: URLSearchParams): SearchAddress {
  const page = Number(params.get('page') ?? 1);
  const status = params.get('status') ?? '';
  return {
    q: (params.get('q') ?? '').slice(0, 200),
    page: Number.isInteger(page) && page > 0 && page <= 1_000 ? page : 1,
    kind: ['post', 'comment'].includes(params.get('kind') ?? '') ? params.get('kind')! : '',
    staff: params.get('staff') ?? '',
    member: params.get('member') ?? '',
    with: params.get('with') ?? '',
    label: params.get('label') ?? '',
    status: (statusOrder as readonly string[]).includes(status) ? status : '',
    issue: oneOf(issueChoices, params.get('issue')),
    from: dayParam(params, 'from') ?? '',
    until: dayParam(params, 'until') ?? '',
    saved: params.get('saved') ?? '',
  };
}

function oneOf(choices: readonly string[], value: string | null): string {
  return value !== null && choices.includes(value) ? value : '';
}

/** Omits defaults and empty values. */
export function writeSearchAddress(address: SearchAddress): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) {
    if (value !== '' && !(name === 'page' && value === 1)) params.set(name, String(value));
  }
  return params;
}

/** Filters that are chosen from a list. */
export const choiceFilters = ['staff', 'label', 'issue', 'status', 'kind'] as const;
export type ChoiceFilter = (typeof choiceFilters)[number];

/** Whether the address has any criterion. */
export function isSearch(address: SearchAddress): boolean {
  return [
    address.q.trim(),
    address.staff,
    address.member,
    address.label,
    address.status,
    address.issue,
    address.from,
    address.until,
  ].some(Boolean);
}

/** Whether filters narrow the search, beside the words. */
export function hasFilters(address: SearchAddress): boolean {
  return Object.entries(address).some(
    ([name, value]) => value && !['q', 'page', 'saved'].includes(name),
  );
}

/** The query; `instantOf` gives the start of a day for the reader. */
export function searchArgsOf(
  address: SearchAddress,
  instantOf: (day: string) => string | null,
): SearchArgs {
  const dayAfter = (value: string) =>
    new Date(Date.parse(`${value}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return {
    q: address.q.trim(),
    page: address.page,
    kind: address.kind || undefined,
    staffId: address.staff || undefined,
    memberId: address.member || undefined,
    otherMemberId: address.with || undefined,
    labelId: address.label || undefined,
    taskStatus: address.status || undefined,
    issue: address.issue || undefined,
    from: (address.from && instantOf(address.from)) || undefined,
    to: (address.until && instantOf(dayAfter(address.until))) || undefined,
  };
}

/** The criteria to save. */
export function criteriaOf(address: SearchAddress): SavedSearchCriteria {
  const { kind, status, issue } = address;
  return {
    q: address.q.trim(),
    kind: (kind || null) as SavedSearchCriteria['kind'],
    staffId: address.staff || null,
    memberId: address.member || null,
    otherMemberId: address.with || null,
    labelId: address.label || null,
    taskStatus: (status || null) as SavedSearchCriteria['taskStatus'],
    issue: (issue || null) as SavedSearchCriteria['issue'],
    from: address.from || null,
    until: address.until || null,
  };
}

/** The address of a saved search. */
export function addressOf({ id, criteria }: Pick<SavedSearch, 'id' | 'criteria'>): SearchAddress {
  return {
    q: criteria.q,
    page: 1,
    kind: criteria.kind ?? '',
    staff: criteria.staffId ?? '',
    member: criteria.memberId ?? '',
    with: criteria.otherMemberId ?? '',
    label: criteria.labelId ?? '',
    status: criteria.taskStatus ?? '',
    issue: criteria.issue ?? '',
    from: criteria.from ?? '',
    until: criteria.until ?? '',
    saved: id,
  };
}

/** Whether the address has exactly the saved criteria, on any page. */
export function showsSaved(address: SearchAddress, saved: SavedSearch): boolean {
  const own = criteriaOf(address);
  const kept = criteriaOf(addressOf(saved));
  return (Object.keys(own) as (keyof SavedSearchCriteria)[]).every(
    (name) => own[name] === kept[name],
  );
}

/** The memo of a hit without the blank lines around it, with what the search found in it. */
export function shownMemo({ memo, highlights }: Pick<SearchHit, 'memo' | 'highlights'>) {
  const text = trimBlankLines(memo);
  const removed = memo.indexOf(text);
  return {
    text,
    highlights: highlights.map(({ start, end }) => ({
      start: start - removed,
      end: end - removed,
    })),
  };
}

/** Splits a text into plain and matched pieces; ranges may touch or overlap. */
export function highlightedParts(
  text: string,
  ranges: readonly { start: number; end: number }[],
): { text: string; found: boolean }[] {
  const pieces: { text: string; found: boolean }[] = [];
  let at = 0;
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const start = Math.max(at, range.start);
    const end = Math.min(text.length, range.end);
    if (end <= start) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), found: false });
    pieces.push({ text: text.slice(start, end), found: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), found: false });
  return pieces;
}
