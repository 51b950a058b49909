import { Injectable } from '@nestjs/common';
import { EventBus } from '@engawa/events';
import { Database } from '@engawa/persistence';
import { BackgroundJob } from '@engawa/service-kit';
import { NotificationDispatcher } from '../notification/notification-dispatcher.service';
import { ParticipationRepository } from '../participation/participation.repository';
import { NotificationExcerptRepository, type Writing } from './excerpt.repository';
import { ExcerptService } from './excerpt.service';

interface SourcesAnswer {
  items: { id: string; deleted: boolean }[];
  /** Null unless the answer was cut. */
  next: string | null;
}

/** Pause after each batch, in ms. */
const REST_MS = 50;

/**
 * Removes, once after the update from 2.13.0, the texts of posts and comments that were deleted before:
 * that version kept them, and listed notifications about them that had been read.
 */
@Injectable()
export class FormerTextService extends BackgroundJob {
  private isDone = false;

  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationExcerptRepository,
    private readonly participations: ParticipationRepository,
    private readonly excerpts: ExcerptService,
    private readonly dispatcher: NotificationDispatcher,
    private readonly bus: EventBus,
  ) {
    super({ name: 'FormerText', intervalMs: 60_000 });
  }

  protected async round(signal: AbortSignal): Promise<void> {
    if (this.isDone) return;
    await this.database.runOnce('former-texts', () => this.clear(signal));
    this.isDone = !signal.aborted;
  }

  /** Returns false when it was aborted. */
  private async clear(signal: AbortSignal): Promise<boolean> {
    for (const space of await this.notifications.findSpaces()) {
      for await (const writing of this.deletedOf(space)) {
        if (signal.aborted) return false;
        await this.excerpts.replace(space, writing, '');
        await this.dispatcher.withdrawTarget(space, writing.postId, writing.commentId);
      }
    }
    await this.notifications.clearWithdrawn();
    return true;
  }

  private async *deletedOf(space: string): AsyncGenerator<Writing> {
    for (const { id, postId } of await this.participations.findAllGone(space)) {
      yield { postId, commentId: id };
    }
    for (let after = ''; ;) {
      const postIds = await this.notifications.findPostIds(space, after);
      if (postIds.length === 0) return;
      after = postIds.at(-1)!;
      for (const postId of await this.deletedPosts(space, postIds)) {
        yield { postId, commentId: null };
      }
      await this.rest(REST_MS);
    }
  }

  /** Those of the posts that the timeline has deleted; after some days it does not know them. */
  private async deletedPosts(space: string, postIds: readonly string[]): Promise<string[]> {
    const unanswered = new Set(postIds);
    const deleted: string[] = [];
    for (;;) {
      const { items, next } = await this.bus.ask<SourcesAnswer>('timeline.findTaskSources', {
        ...{ space, kind: 'post', ids: [...unanswered], all: true },
      });
      for (const item of items) {
        unanswered.delete(item.id);
        if (item.deleted) deleted.push(item.id);
      }
      if (next === null) return [...deleted, ...unanswered];
    }
  }
}
