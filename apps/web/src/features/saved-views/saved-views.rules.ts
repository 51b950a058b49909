import type { SavedView, SavedViewCriteria } from '@engawa/contracts';
import { type FilterAddress, writeFilter } from '../../shared/address/filter-address';

/** What a view asks for, from the filter that is set; a member's page names the member. */
export function criteriaOf(filter: FilterAddress): SavedViewCriteria {
  return {
    issue: filter.unsolved ? 'open' : null,
    unanswered: filter.unanswered,
    hasTask: filter.task,
    mustRead: filter.mustRead,
    labelId: filter.label || null,
    ownerId: filter.staff || null,
    memberId: null,
    from: filter.from || null,
    until: filter.until || null,
  };
}

/** The address that shows a view. A view about a member leads to the member's page. */
export function viewPath({ criteria }: Pick<SavedView, 'criteria'>): string {
  const address = writeFilter({
    unsolved: criteria.issue === 'open',
    unanswered: criteria.unanswered,
    task: criteria.hasTask,
    mustRead: criteria.mustRead,
    label: criteria.labelId ?? '',
    staff: criteria.ownerId ?? '',
    from: criteria.from ?? '',
    until: criteria.until ?? '',
  });
  const page = criteria.memberId ? `/members/${criteria.memberId}` : '/';
  return address === '' ? page : `${page}?${address}`;
}

/** The view with this address (path and query), else the one with these criteria. */
export function currentView<View extends Pick<SavedView, 'criteria'>>(
  views: readonly View[],
  criteria: SavedViewCriteria,
  address: string,
): View | undefined {
  const path = viewPath({ criteria });
  return (
    views.find((view) => viewPath(view) === address) ??
    views.find((view) => viewPath(view) === path)
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
