import type { SavedView, SavedViewCriteria } from '@engawa/contracts';

/** The filter of the timeline as its address says it (see feed-filter.rules). */
interface Address {
  unsolved: boolean;
  unanswered: boolean;
  task: boolean;
  mustRead: boolean;
  label: string;
  staff: string;
  from: string;
  until: string;
}

/** What a view asks for, from the filter that is set; a member's page names the member. */
export function criteriaOf(filter: Address): SavedViewCriteria {
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
  const flags = {
    unsolved: criteria.issue === 'open',
    unanswered: criteria.unanswered,
    task: criteria.hasTask,
    mustRead: criteria.mustRead,
  };
  const texts = {
    label: criteria.labelId,
    staff: criteria.ownerId,
    from: criteria.from,
    until: criteria.until,
  };
  const params = new URLSearchParams();
  for (const [name, on] of Object.entries(flags)) if (on) params.set(name, '1');
  for (const [name, value] of Object.entries(texts)) if (value) params.set(name, value);
  const page = criteria.memberId ? `/members/${criteria.memberId}` : '/';
  return params.size > 0 ? `${page}?${params.toString()}` : page;
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
