import { Injectable } from '@nestjs/common';
import {
  defaultTaskStatuses,
  taskStatuses,
  type DueFilter,
  type TaskStatus,
} from '@engawa/contracts';
import {
  decodeCursor,
  encodeCursor,
  InjectStore,
  storageKey,
  type Filter,
  type Store,
  WorkRepository,
} from '@engawa/persistence';
import type { CountRow } from '../count/count.rules';
import { taskSchema, type TaskDocument } from './task.schema';

/** Filter of a list; `assignUserId: null` means unassigned. */
export interface TaskListFilter {
  statuses: readonly TaskStatus[];
  assignUserId?: string | null;
  /** All ids of one member (MBR-5). */
  memberIds?: readonly string[];
  /** Any of these. */
  labelIds?: readonly string[];
  due?: DueFilter;
}

export interface TaskListPage {
  items: TaskDocument[];
  nextCursor: string | null;
}

/** A position in a list. */
export interface ListPlace {
  at: Date;
  id: string;
}

/** Index of the figures. */
export const BY_ASSIGNEE = 'space_1_column_1_assignUserId_1';
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** By due date ascending, or by latest status change. */
const orders = {
  due: { field: 'dueAt', sort: { dueAt: 1, id: 1 } },
  change: { field: 'statusUpdatedAt', sort: { statusUpdatedAt: -1, id: -1 } },
} as const;

function orderOf(filter: Pick<TaskListFilter, 'due'>) {
  return filter.due ? orders.due : orders.change;
}

@Injectable()
export class TaskRepository extends WorkRepository<TaskDocument> {
  constructor(@InjectStore(taskSchema) store: Store<TaskDocument>) {
    super(store, null, 'wakeAt');
  }

  /**
   * Each status, label and member id is read from its own index range, and the ranges are merged,
   * so that no page reads more than it may return.
   */
  async findListPage(
    space: string,
    filter: TaskListFilter,
    page: { cursor?: string; limit: number },
  ): Promise<TaskListPage> {
    const { field, sort } = orderOf(filter);
    const statuses = taskStatuses.filter((status) => filter.statuses.includes(status));
    const { memberIds, ...rest } = filter;
    const scope = { list: 'tasks', filter: { ...rest, memberId: memberIds?.[0], statuses } };
    const [at, id] = page.cursor
      ? (decodeCursor(scope, page.cursor, ['date', 'string']).values as [Date, string])
      : [null, null];
    const place = at && id ? { at, id } : null;
    const stretches = await Promise.all(
      statuses.flatMap((status) =>
        (filter.labelIds ?? [undefined]).flatMap((labelId) =>
          (memberIds ?? [undefined]).map((memberId) =>
            this.find(space, listFilter({ status, labelId, memberId }, filter, place), {
              sort: { ...sort },
              limit: page.limit + 1,
            }),
          ),
        ),
      ),
    );
    const merged = [...new Map(stretches.flat().map((task) => [task.id, task])).values()];
    merged.sort((one, other) => compare(one, other, field, sort.id));
    const items = merged.slice(0, page.limit);
    const last = items.at(-1);
    return {
      items,
      nextCursor:
        merged.length > page.limit && last
          ? encodeCursor(scope, { direction: 'next', values: [last[field], last.id] })
          : null,
    };
  }

  /** The listed tasks among the ids, in any status. */
  async findListedByIds(space: string, ids: readonly string[]): Promise<TaskDocument[]> {
    const found = await this.findByIds(space, ids);
    return found
      .filter(({ column }) => column !== null)
      .sort((one, other) => compare(one, other, 'statusUpdatedAt', -1));
  }

  /** Open tasks of an assignee, the nearest due date of each status first. */
  async findOpenOf(space: string, assignUserId: string, limit: number): Promise<TaskDocument[]> {
    const found = await Promise.all(
      defaultTaskStatuses.map((column) =>
        this.find(space, { assignUserId, column }, { sort: { ...orders.due.sort }, limit }),
      ),
    );
    return found.flat();
  }

  /** Tasks of a post's comments, including tombstones. */
  findCommentsOfThread(space: string, postId: string): Promise<TaskDocument[]> {
    return this.find(space, { postId, commentId: { $ne: null } });
  }

  /** All tasks of the space by id, including tombstones; for jobs. */
  findAfterId(space: string, after: string | null, limit: number): Promise<TaskDocument[]> {
    const range = { $gt: storageKey(space, after ?? ''), $lt: `${space}0` };
    return this.find(space, { _id: range }, { sort: { _id: 1 }, limit, hint: '_id_' });
  }

  /** Spaces with tasks. */
  findSpaces(): Promise<string[]> {
    return this.acrossSpaces('the repair of all spaces').findSpaces();
  }

  /**
   * Number of listed tasks by status and assignee. Skips from assignee to assignee along the index
   * and counts keys, without reading tasks.
   */
  async countListed(space: string): Promise<CountRow[]> {
    const rows = await Promise.all(taskStatuses.map((status) => this.countColumn(space, status)));
    return rows.flat();
  }

  private async countColumn(space: string, status: TaskStatus): Promise<CountRow[]> {
    const rows: CountRow[] = [];
    for (let assignUserId: string | null | undefined = null; assignUserId !== undefined;) {
      const filter = { space, column: status, assignUserId };
      const count = await this.store.count(filter);
      if (count > 0) rows.push({ status, assignUserId, count });
      const next: TaskDocument | null = await this.findOne(
        space,
        { column: status, assignUserId: { $gt: assignUserId ?? '' } },
        { sort: { assignUserId: 1 }, hint: BY_ASSIGNEE },
      );
      assignUserId = next?.assignUserId ?? undefined;
    }
    return rows;
  }
}

/** The filter of one range of a list. */
export function listFilter(
  { status, labelId, memberId }: { status: TaskStatus; labelId?: string; memberId?: string },
  filter: Pick<TaskListFilter, 'assignUserId' | 'due'>,
  after: ListPlace | null,
  now = Date.now(),
): Filter {
  const { assignUserId, due } = filter;
  const { field, sort } = orderOf(filter);
  const [past, atOrPast] = sort.id === 1 ? ['$gt', '$gte'] : ['$lt', '$lte'];
  const range = {
    ...(due ? { $lt: new Date(due === 'week' ? now + WEEK_MS : now) } : {}),
    ...(due && !after ? { $gt: new Date(0) } : {}),
    ...(after ? { [atOrPast]: after.at } : {}),
  };
  return {
    column: status,
    ...(assignUserId !== undefined ? { assignUserId } : {}),
    ...(memberId !== undefined ? { memberIds: memberId } : {}),
    ...(labelId !== undefined ? { labelIds: labelId } : {}),
    ...(Object.keys(range).length > 0 ? { [field]: range } : {}),
    ...(after ? { $or: [{ [field]: { [past]: after.at } }, { id: { [past]: after.id } }] } : {}),
  };
}

function compare(
  one: TaskDocument,
  other: TaskDocument,
  field: 'dueAt' | 'statusUpdatedAt',
  direction: 1 | -1,
): number {
  const difference = Number(one[field]) - Number(other[field]);
  return direction * (difference !== 0 ? difference : one.id < other.id ? -1 : 1);
}
