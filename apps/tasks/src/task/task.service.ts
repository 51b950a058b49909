import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  defaultTaskStatuses,
  task,
  type CountTasksQuery,
  type ListTasksQuery,
  type Task,
  type UpdateTaskInput,
} from '@engawa/contracts';
import { changeMirror, type MirrorChange } from '@engawa/mirror';
import { PreconditionFailed } from '@engawa/service-kit';
import { CountService } from '../count/count.service';
import { LabelService } from '../label/label.service';
import { NameService } from '../name/name.service';
import { InvalidThreadReference, TaskNotFound } from './task.errors';
import { eventsOf, fieldsOf, stateOf, taskOf } from './task.mapper';
import { TaskRepository, type TaskListFilter } from './task.repository';
import { applyOwnChange, isListed, parseThreadReference, type Merged } from './task.rules';
import type { TaskDocument } from './task.schema';

/** The API of tasks; posts and comments follow by events. */
@Injectable()
export class TaskService {
  constructor(
    private readonly tasks: TaskRepository,
    private readonly counts: CountService,
    private readonly labels: LabelService,
    private readonly names: NameService,
  ) {}

  async list({ space }: CurrentStaff, query: ListTasksQuery) {
    const { items, nextCursor } = await this.findPage(space, query);
    return { items: await this.shown(space, items), nextCursor, previousCursor: null };
  }

  async get({ space }: CurrentStaff, taskId: string): Promise<Task> {
    const document = await this.tasks.findById(space, taskId);
    if (!document || document.column === null) throw new TaskNotFound();
    return this.shownOne(space, document);
  }

  count({ space }: CurrentStaff, query: CountTasksQuery) {
    return this.counts.read(space, query.assignUserId);
  }

  /**
   * Changes the given fields; a new status sets statusUpdatedAt. Throws `TaskNotFound`,
   * `PreconditionFailed` for another `version`, and errors for unknown assignees and labels.
   */
  async update(
    staff: CurrentStaff,
    taskId: string,
    input: UpdateTaskInput,
    version: number | null,
  ): Promise<Task> {
    const before = await this.get(staff, taskId);
    if (input.assignUserId && input.assignUserId !== before.task.assignUserId) {
      await this.names.requireAssignee(staff.space, input.assignUserId);
    }
    await this.labels.require(staff.space, input.labelIds ?? []);
    const change = (current: { status: string }, at: Date): MirrorChange => ({
      ...(input.status !== undefined && input.status !== current.status
        ? { status: { status: input.status, statusUpdatedAt: at.toISOString() } }
        : {}),
      ...(input.assignUserId !== undefined ? { assignUserId: input.assignUserId } : {}),
      ...(input.labelIds !== undefined ? { labelIds: [...new Set(input.labelIds)] } : {}),
      ...(input.dueAt !== undefined ? { dueAt: input.dueAt && instantOf(input.dueAt) } : {}),
    });
    const document = await this.change(staff, taskId, version, change, input.remindMinutes);
    return this.shownOne(staff.space, document);
  }

  /** Hides the task; its post or comment becomes a normal one through the event. */
  async delete(staff: CurrentStaff, taskId: string, version: number | null): Promise<void> {
    await this.change(staff, taskId, version, () => ({ present: false }));
  }

  private async change(
    staff: CurrentStaff,
    taskId: string,
    version: number | null,
    changeOf: (current: { status: string }, at: Date) => MirrorChange,
    remindMinutes?: number | null,
  ): Promise<TaskDocument> {
    let stale: TaskDocument | null = null;
    const result = await this.tasks.change(staff.space, taskId, (document, next) => {
      stale = null;
      const state = stateOf(document);
      if (!state.mirror || !isListed(state)) throw new TaskNotFound();
      if (version !== null && version !== state.version) {
        stale = document;
        return null;
      }
      const change = changeOf(state.mirror.status.value, next.at);
      const merged: Merged | null = applyOwnChange(
        state,
        changeMirror(state.mirror, change, 'tasks', next.at.getTime()),
        remindMinutes,
        next.at,
      );
      if (!merged) return null;
      const context = { space: staff.space, actor: staff.staffId, at: next.at };
      return { set: fieldsOf(merged.state), events: eventsOf(state, merged, context) };
    });
    if (!result) throw new TaskNotFound();
    if (stale)
      throw new PreconditionFailed(
        'tasks.task.stale',
        task,
        await this.shownOne(staff.space, stale),
      );
    this.counts.forget(staff.space);
    return result.document;
  }

  private async findPage(space: string, query: ListTasksQuery) {
    if (query.ids) {
      return { items: await this.tasks.findListedByIds(space, query.ids), nextCursor: null };
    }
    if (query.threadReference !== undefined) {
      const reference = parseThreadReference(query.threadReference);
      if (!reference) throw new InvalidThreadReference();
      const ids = reference.space === space ? [reference.commentId ?? reference.postId] : [];
      return { items: await this.tasks.findListedByIds(space, ids), nextCursor: null };
    }
    const filter = filterOf(query);
    if (query.memberId !== undefined) {
      filter.memberIds = await this.names.memberAliases(space, query.memberId);
    }
    return this.tasks.findListPage(space, filter, query);
  }

  private async shown(space: string, documents: TaskDocument[]): Promise<Task[]> {
    const copies = documents.flatMap(({ copy, assignUserId }) =>
      copy ? [{ copy, assignUserId }] : [],
    );
    const [names, deleted] = await Promise.all([
      this.names.of(space, {
        staffIds: copies.flatMap(({ copy, assignUserId }) => [
          copy.ownerId,
          ...copy.mentions,
          ...(assignUserId ? [assignUserId] : []),
        ]),
        memberIds: copies.flatMap(({ copy }) => copy.memberIds),
      }),
      this.labels.findDeleted(
        space,
        documents.flatMap(({ labelIds }) => labelIds),
      ),
    ]);
    return documents.map((document) => {
      const task = taskOf(document, names);
      return { ...task, labelIds: task.labelIds.filter((label) => !deleted.has(label)) };
    });
  }

  private async shownOne(space: string, document: TaskDocument): Promise<Task> {
    const [task] = await this.shown(space, [document]);
    return task!;
  }
}

/** Normalizes an instant, whatever its offset. */
function instantOf(text: string): string {
  return new Date(text).toISOString();
}

function filterOf(query: ListTasksQuery): TaskListFilter {
  const labelIds = new Set([...(query.labelIds ?? []), ...(query.labelId ? [query.labelId] : [])]);
  return {
    statuses: query.status ?? defaultTaskStatuses,
    ...(query.assignUserId !== undefined
      ? { assignUserId: query.assignUserId === 'none' ? null : query.assignUserId }
      : {}),
    ...(labelIds.size > 0 ? { labelIds: [...labelIds].sort() } : {}),
    ...(query.due !== undefined ? { due: query.due } : {}),
  };
}
