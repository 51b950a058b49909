import type { TaskStatus } from '@engawa/contracts';

/** All statuses in the order in which they are offered. */
export const statusOrder: readonly TaskStatus[] = ['waiting', 'inProgress', 'done', 'skipped'];
