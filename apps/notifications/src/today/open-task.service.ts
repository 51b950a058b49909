import { Injectable, Logger } from '@nestjs/common';
import { defaultTaskStatuses, type DataOf, type events } from '@engawa/contracts';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import { InboxRepository } from '../inbox/inbox.repository';
import { excerptOf } from '../notification/notification.rules';
import { OpenTaskRepository } from './open-task.repository';
import { NO_DUE_DATE, type OpenTaskDocument } from './open-task.schema';

type TaskFacts = DataOf<typeof events.taskCreated>;

/** Copies of open tasks. */
@Injectable()
export class OpenTaskService {
  private readonly logger = new Logger('OpenTaskService');

  constructor(
    private readonly tasks: OpenTaskRepository,
    private readonly inboxes: InboxRepository,
    private readonly bus: EventBus,
  ) {}

  async put(
    space: string,
    version: number,
    facts: Omit<TaskFacts, 'previous' | 'changed'>,
    deleted = false,
  ): Promise<void> {
    const { status, assignUserId, dueAt } = facts.mirror;
    await this.tasks.projectUpsert(space, facts.taskId, version, {
      postId: facts.postId,
      commentId: facts.commentId,
      ownerId: facts.ownerId,
      memberIds: facts.memberIds,
      // Its event says what it was; texts of deleted content are not kept.
      excerpt: deleted ? '' : excerptOf(facts.excerpt),
      status: status.value.status,
      assignUserId: assignUserId.value ?? '',
      dueAt: dueAt.value ? new Date(dueAt.value) : NO_DUE_DATE,
      open: !deleted && defaultTaskStatuses.includes(status.value.status),
    });
  }

  /** The nearest due date first. `known`: whether the copy is complete. */
  async findOf(
    space: string,
    staffId: string,
    { known, limit }: { known: boolean; limit: number },
  ): Promise<OpenTaskDocument[]> {
    if (!known) await this.askFor(space, staffId);
    return this.tasks.findOf(space, staffId, limit);
  }

  /** Tasks from before this copy existed are asked from their owner once. */
  private async askFor(space: string, staffId: string): Promise<void> {
    try {
      const { items } = await this.bus.ask<{ items: { version: number; facts: TaskFacts }[] }>(
        'tasks.findOpenTasks',
        { space, staffId },
        { timeoutMillis: 500 },
      );
      await Promise.all(items.map(({ version, facts }) => this.put(space, version, facts)));
      await this.inboxes.setTasksKnown(space, staffId);
    } catch (error) {
      if (!(error instanceof QuestionUnanswered)) throw error;
      this.logger.warn(`${error.message}: earlier tasks of a staff member stay unknown for now`);
    }
  }
}
