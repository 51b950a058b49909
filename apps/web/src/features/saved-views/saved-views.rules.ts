import type { MemberViewCriteria, SavedView, SavedViewCriteria, ViewPage } from '@engawa/contracts';
import { type FilterAddress, writeFilter } from '../../shared/address/filter-address';

/** The criteria of a view, from the current filter. */
export function criteriaOf(filter: FilterAddress): SavedViewCriteria {
  return {
    issue: filter.unsolved ? 'open' : filter.solved ? 'closed' : null,
    unanswered: filter.unanswered,
    hasTask: filter.task,
    mustRead: filter.mustRead,
    labelId: filter.label || null,
    ownerId: filter.staff || null,
    memberId: filter.member || null,
    from: filter.from || null,
    until: filter.until || null,
  };
}

/** The address of the timeline that shows a view. */
export function viewPath({ criteria }: Pick<SavedView, 'criteria'>): string {
  const address = writeFilter({
    unsolved: criteria.issue === 'open',
    solved: criteria.issue === 'closed',
    unanswered: criteria.unanswered,
    task: criteria.hasTask,
    mustRead: criteria.mustRead,
    label: criteria.labelId ?? '',
    staff: criteria.ownerId ?? '',
    member: criteria.memberId ?? '',
    from: criteria.from ?? '',
    until: criteria.until ?? '',
  });
  return address === '' ? '/' : `/?${address}`;
}

/** What a page with saved views shows now. */
export interface ShownView {
  page: ViewPage;
  /** The part of a view that keeps it. */
  kept: { criteria?: SavedViewCriteria; memberCriteria?: MemberViewCriteria };
  /** Its address; without a query where nothing is filtered. */
  path: string;
  pathOf: (view: SavedView) => string;
}

export function shownTimeline(criteria: SavedViewCriteria): ShownView {
  return { page: 'timeline', kept: { criteria }, path: viewPath({ criteria }), pathOf: viewPath };
}

/** The view with this address (path and query), else the one with what is shown. */
export function currentView(
  views: readonly SavedView[],
  { path, pathOf }: Pick<ShownView, 'path' | 'pathOf'>,
  address: string,
): SavedView | undefined {
  return (
    views.find((view) => pathOf(view) === address) ?? views.find((view) => pathOf(view) === path)
  );
}

/** The ids with one of them a place further up. */
export function movedUp(ids: readonly string[], id: string): string[] {
  const at = ids.indexOf(id);
  if (at < 1) return [...ids];
  const moved = [...ids];
  moved.splice(at, 1);
  moved.splice(at - 1, 0, id);
  return moved;
}
