import { Injectable } from '@nestjs/common';
import { DuplicateKey } from '@engawa/persistence';
import { CountService } from '../count/count.service';
import { eventsOf, fieldsOf, stateOf, type ChangeContext } from './task.mapper';
import { TaskRepository } from './task.repository';
import {
  applySource,
  applyThread,
  resendMirror,
  sameStamps,
  type Merged,
  type SourceChange,
  type TaskState,
} from './task.rules';
import type { TaskDocument } from './task.schema';

const MAX_ATTEMPTS = 8;

/** Applies changes of posts and comments to their tasks (TSK-4). */
@Injectable()
export class TaskSyncService {
  constructor(
    private readonly tasks: TaskRepository,
    private readonly counts: CountService,
  ) {}

  /** Applies a change of a post or comment, in any order and with repetitions. */
  async applySource(change: SourceChange, context: ChangeContext): Promise<void> {
    const thread = await this.threadOf(change, context);
    const decide = (state: TaskState | null) => applySource(state, change, context.at, thread);
    const known = await this.step(context, change.id, decide, change);
    if (!known) return;
    if (change.commentId !== null) return this.followThread(change.postId, [known], context);
    if (!known.source.wasGone) return;
    const comments = await this.tasks.findCommentsOfThread(context.space, change.postId);
    await this.followThread(change.postId, comments, context);
  }

  /**
   * Reconciles a task with its source: applies the source's state, regardless of its version, and
   * republishes what the source lacks.
   */
  async reconcile(change: SourceChange, context: ChangeContext): Promise<void> {
    const thread = await this.threadOf(change, context);
    const decide = (state: TaskState | null): Merged | null => {
      // The source is authoritative: its version counts, even if ours is higher.
      const version = change.version;
      const astray = state && { ...state, source: { ...state.source, version: version - 1 } };
      const merged = applySource(astray, change, context.at, thread);
      const after = merged?.state ?? state;
      if (!after || merged?.change || change.gone || sameStamps(after.mirror, change.mirror)) {
        return merged;
      }
      return resendMirror(after);
    };
    await this.step(context, change.id, decide, change);
    if (change.commentId === null && change.gone) await this.applySource(change, context);
  }

  /** The post of a comment that may become a task; other comments do not need it. */
  private async threadOf(
    change: SourceChange,
    { space }: ChangeContext,
  ): Promise<TaskState['thread']> {
    if (change.commentId === null || change.gone || !change.mirror) return null;
    const post = await this.tasks.findById(space, change.postId);
    return post?.source.wasGone ? { version: post.source.version, gone: post.source.gone } : null;
  }

  /**
   * A comment is hidden while its post is deleted. Whichever comes second sees the other: both
   * write first and check afterwards.
   */
  private async followThread(postId: string, comments: TaskDocument[], context: ChangeContext) {
    if (comments.length === 0) return;
    const post = await this.tasks.findById(context.space, postId);
    if (!post?.source.wasGone) return;
    for (const comment of comments) {
      await this.step(
        context,
        comment.id,
        (state) => state && applyThread(state, post.source),
        null,
      );
    }
  }

  /** One atomic write of state and event; retried after conflicts. */
  private async step(
    context: ChangeContext,
    id: string,
    decide: (state: TaskState | null) => Merged | null,
    fresh: SourceChange | null,
  ): Promise<TaskDocument | null> {
    for (let race = 0; race < MAX_ATTEMPTS; race += 1) {
      let pending: ReturnType<typeof eventsOf> = [];
      // A new task is rarely known; the insert detects it.
      const isNew = race === 0 && fresh?.version === 1;
      const result = isNew
        ? null
        : await this.tasks.change(context.space, id, (document) => {
            const state = stateOf(document);
            const merged = decide(state);
            pending = merged ? eventsOf(state, merged, context) : [];
            return merged && { set: fieldsOf(merged.state), events: pending };
          });
      if (result) {
        if (pending.length > 0) this.counts.forget(context.space);
        return result.document;
      }
      const merged = fresh && decide(null);
      if (!merged) return null;
      pending = eventsOf(null, merged, context);
      try {
        const document = await this.tasks.insert(
          context.space,
          { id, ...fieldsOf(merged.state) },
          pending,
        );
        this.counts.forget(context.space);
        return document;
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
      }
    }
    throw new Error(`Task ${id}: too many changes at once`);
  }
}
