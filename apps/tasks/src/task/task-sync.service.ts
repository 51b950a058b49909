import { Injectable } from '@nestjs/common';
import { DuplicateKey } from '@engawa/persistence';
import { CountService } from '../count/count.service';
import { eventsOf, fieldsOf, stateOf, type Doing } from './task.mapper';
import { TaskRepository } from './task.repository';
import {
  applySource,
  applyThread,
  corrected,
  sameStamps,
  type Merged,
  type SourceNews,
  type TaskState,
} from './task.rules';
import type { TaskDocument } from './task.schema';

const MAX_RACES = 8;

/** Brings tasks in step with what happened to their posts and comments (TSK-4). */
@Injectable()
export class TaskSyncService {
  constructor(
    private readonly tasks: TaskRepository,
    private readonly counts: CountService,
  ) {}

  /** Applies what happened to a post or comment; any order, repetition and delay will do. */
  async applySource(news: SourceNews, doing: Doing): Promise<void> {
    const thread = news.commentId === null || news.gone ? null : await this.threadOf(news, doing);
    const decide = (state: TaskState | null) => applySource(state, news, doing.at, thread);
    const known = await this.step(doing, news.id, decide, news);
    if (!known) return;
    if (news.commentId !== null) return this.followThread(news.postId, [known], doing);
    if (!known.source.wasGone) return;
    const comments = await this.tasks.findCommentsOfThread(doing.space, news.postId);
    await this.followThread(news.postId, comments, doing);
  }

  /**
   * Makes a task and its source agree: what the source knows is taken over whatever its version,
   * and what it lacks is said again.
   */
  async reconcile(news: SourceNews, doing: Doing): Promise<void> {
    const thread = news.commentId === null || news.gone ? null : await this.threadOf(news, doing);
    const decide = (state: TaskState | null): Merged | null => {
      // The source itself speaks: its version counts, even where ours went astray.
      const version = news.version;
      const astray = state && { ...state, source: { ...state.source, version: version - 1 } };
      const merged = applySource(astray, news, doing.at, thread);
      const after = merged?.state ?? state;
      if (!after || merged?.change || news.gone || sameStamps(after.mirror, news.mirror)) {
        return merged;
      }
      return corrected(after);
    };
    await this.step(doing, news.id, decide, news);
    if (news.commentId === null && news.gone) await this.applySource(news, doing);
  }

  private async threadOf({ postId }: SourceNews, { space }: Doing): Promise<TaskState['thread']> {
    const post = await this.tasks.findById(space, postId);
    return post?.source.wasGone ? { version: post.source.version, gone: post.source.gone } : null;
  }

  /**
   * A comment is gone while its post is. Whoever comes second, comment or deletion, sees the other:
   * both write first and look then.
   */
  private async followThread(postId: string, comments: TaskDocument[], doing: Doing) {
    if (comments.length === 0) return;
    const post = await this.tasks.findById(doing.space, postId);
    if (!post?.source.wasGone) return;
    for (const comment of comments) {
      await this.step(doing, comment.id, (state) => state && applyThread(state, post.source), null);
    }
  }

  /** One atomic write of state and event; races and repetitions are decided anew. */
  private async step(
    doing: Doing,
    id: string,
    decide: (state: TaskState | null) => Merged | null,
    fresh: SourceNews | null,
  ): Promise<TaskDocument | null> {
    for (let race = 0; race < MAX_RACES; race += 1) {
      let told: ReturnType<typeof eventsOf> = [];
      // What is new is hardly ever known: the insert itself finds out.
      const isNew = race === 0 && fresh?.version === 1;
      const result = isNew
        ? null
        : await this.tasks.change(doing.space, id, (document) => {
            const state = stateOf(document);
            const merged = decide(state);
            told = merged ? eventsOf(state, merged, doing) : [];
            return merged && { set: fieldsOf(merged.state), events: told };
          });
      if (result) {
        if (told.length > 0) this.counts.forget(doing.space);
        return result.document;
      }
      const merged = fresh && decide(null);
      if (!merged) return null;
      told = eventsOf(null, merged, doing);
      try {
        const document = await this.tasks.insert(
          doing.space,
          { id, ...fieldsOf(merged.state) },
          told,
        );
        this.counts.forget(doing.space);
        return document;
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
      }
    }
    throw new Error(`Task ${id}: too many changes at once`);
  }
}
