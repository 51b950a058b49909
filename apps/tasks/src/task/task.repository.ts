import { Injectable } from '@nestjs/common';
import { taskStatuses, type TaskStatus } from '@engawa/contracts';
import {
  decodeCursor,
  encodeCursor,
  InjectStore,
  SpaceRepository,
  type Filter,
  type Store,
} from '@engawa/persistence';
import { taskSchema, type TaskDocument } from './task.schema';

/** Which tasks a list shows; `assignUserId: null` asks for those without an assignee. */
export interface TaskListFilter {
  statuses: readonly TaskStatus[];
  assignUserId?: string | null;
  memberId?: string;
  labelId?: string;
}

export interface TaskListPage {
  items: TaskDocument[];
  nextCursor: string | null;
}

@Injectable()
export class TaskRepository extends SpaceRepository<TaskDocument> {
  constructor(@InjectStore(taskSchema) store: Store<TaskDocument>) {
    super(store);
  }

  /**
   * The newest status change first. Each status is read from its own stretch of the index and the
   * stretches are merged, so that no page reads past what it may return.
   */
  async findListPage(
    space: string,
    filter: TaskListFilter,
    page: { cursor?: string; limit: number },
  ): Promise<TaskListPage> {
    const statuses = taskStatuses.filter((status) => filter.statuses.includes(status));
    const scope = { list: 'tasks', filter: { ...filter, statuses } };
    const [at, id] = page.cursor
      ? (decodeCursor(scope, page.cursor, ['date', 'string']).values as [Date, string])
      : [null, null];
    const stretches = await Promise.all(
      statuses.map((status) =>
        this.find(space, listFilter(status, filter, at && id ? { at, id } : null), {
          sort: { statusUpdatedAt: -1, id: -1 },
          limit: page.limit + 1,
        }),
      ),
    );
    const merged = stretches.flat().sort(newestFirst);
    const items = merged.slice(0, page.limit);
    const last = items.at(-1);
    return {
      items,
      nextCursor:
        merged.length > page.limit && last
          ? encodeCursor(scope, { direction: 'next', values: [last.statusUpdatedAt, last.id] })
          : null,
    };
  }

  /** Those of the ids that are listed, whatever their status. */
  async findListedByIds(space: string, ids: readonly string[]): Promise<TaskDocument[]> {
    const found = await this.findByIds(space, ids);
    return found.filter(({ column }) => column !== null).sort(newestFirst);
  }

  /** What is known of a post's comments, tombstones too. */
  findCommentsOfThread(space: string, postId: string): Promise<TaskDocument[]> {
    return this.find(space, { postId, commentId: { $ne: null } });
  }
}

export function listFilter(
  status: TaskStatus,
  { assignUserId, memberId, labelId }: TaskListFilter,
  after: { at: Date; id: string } | null,
): Filter {
  return {
    column: status,
    ...(assignUserId !== undefined ? { assignUserId } : {}),
    ...(memberId !== undefined ? { memberIds: memberId } : {}),
    ...(labelId !== undefined ? { labelIds: labelId } : {}),
    ...(after
      ? {
          statusUpdatedAt: { $lte: after.at },
          $or: [{ statusUpdatedAt: { $lt: after.at } }, { id: { $lt: after.id } }],
        }
      : {}),
  };
}

function newestFirst(one: TaskDocument, other: TaskDocument): number {
  const later = Number(other.statusUpdatedAt) - Number(one.statusUpdatedAt);
  return later !== 0 ? later : other.id < one.id ? -1 : 1;
}
