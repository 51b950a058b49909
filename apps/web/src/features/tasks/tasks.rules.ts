import type { TaskStatus } from '@engawa/contracts';
import { statusOrder } from '../../shared/directory/task-status';

/** What the tasks page shows, as its address says it. */
export interface TaskAddress {
  view: 'status' | 'staff' | 'mine';
  layout: 'board' | 'list';
  statuses: readonly TaskStatus[];
  /** Chosen in the view by staff: a staff's id or `none`. */
  staff: string | undefined;
}

/** Shown unless the address says otherwise (source, section 4). */
export const usualStatuses: readonly TaskStatus[] = ['waiting', 'inProgress'];

/** Reads the address; nonsense counts as absent. */
export function readTaskAddress(
  params: URLSearchParams,
  usualLayout: TaskAddress['layout'],
): TaskAddress {
  const view = params.get('view');
  const layout = params.get('layout');
  const wanted = (params.get('status') ?? '').split(',');
  const statuses = statusOrder.filter((status) => wanted.includes(status));
  return {
    view: view === 'staff' || view === 'mine' ? view : 'status',
    layout: layout === 'board' || layout === 'list' ? layout : usualLayout,
    statuses: statuses.length > 0 ? statuses : usualStatuses,
    staff: params.get('staff') ?? undefined,
  };
}

/** The address of what is shown; what is usual is left out, so that addresses stay short. */
export function writeTaskAddress(address: TaskAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (address.view !== 'status') params.set('view', address.view);
  if (address.layout !== 'board') params.set('layout', address.layout);
  if (address.statuses.join() !== usualStatuses.join()) {
    params.set('status', address.statuses.join(','));
  }
  if (address.view === 'staff' && address.staff) params.set('staff', address.staff);
  return params;
}
