import {
  events,
  foldText,
  type ListPostsQuery,
  type SavedView,
  type StaffRef,
  type ViewPage,
} from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { readTime } from '../post-import/zoned-time.rules';
import type { SavedViewDocument } from './saved-view.schema';

const DAY_MS = 86_400_000;

export function pageOf({ memberCriteria }: Pick<SavedViewDocument, 'memberCriteria'>): ViewPage {
  return memberCriteria ? 'members' : 'timeline';
}

/** The key under which a name is used once on a page. */
export function nameKeyOf(page: ViewPage, displayName: string): string {
  const folded = foldText(displayName);
  return page === 'timeline' ? folded : `${page}\u0000${folded}`;
}

/** `memberId`: of the criteria as it is shown, that of the remaining member after a merge (MBR-5). */
export function savedViewOf(
  document: SavedViewDocument,
  owner: StaffRef,
  memberId: string | null,
): SavedView {
  const { id, version, displayName, shared, criteria, createdAt, updatedAt } = document;
  return {
    id,
    version,
    displayName,
    shared,
    owner,
    page: pageOf(document),
    criteria: { ...criteria, memberId },
    memberCriteria: document.memberCriteria ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Notifies windows that views changed, without their criteria. */
export function savedViewEvent(
  { space, id, ownerId }: Pick<SavedViewDocument, 'space' | 'id' | 'ownerId'>,
  version: number,
  actor: string | null,
) {
  return newEvent(events.savedViewChanged, {
    space,
    actor,
    aggregate: { type: 'savedView', id },
    version,
    data: { savedViewId: id, staffId: ownerId },
  });
}

/** The query of listPosts for a view; its days are in the time zone of the space. */
export function feedFilterOf(
  { criteria }: Pick<SavedViewDocument, 'criteria'>,
  timeZone: string,
): Partial<ListPostsQuery> {
  const { issue, unanswered, hasTask, mustRead, labelId, ownerId, memberId, from, until } =
    criteria;
  const startOf = (day: string) => readTime(day, timeZone)?.toISOString();
  const dayAfter = (day: string) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const asked = {
    issue: issue ?? undefined,
    unanswered: unanswered ? ('true' as const) : undefined,
    hasTask: hasTask ? ('true' as const) : undefined,
    mustRead: mustRead ? ('true' as const) : undefined,
    labelId: labelId ?? undefined,
    ownerId: ownerId ?? undefined,
    memberId: memberId ?? undefined,
    from: from ? startOf(from) : undefined,
    to: until ? startOf(dayAfter(until)) : undefined,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}
