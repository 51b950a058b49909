import { Injectable, Logger } from '@nestjs/common';
import { events, type DataOf } from '@engawa/contracts';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import { DuplicateKey } from '@engawa/persistence';
import { excerptOf } from '../notification/notification.rules';
import { ThreadRepository } from './thread.repository';
import type { ThreadDocument } from './thread.schema';

type PostFacts = DataOf<typeof events.postCreated>;

interface Answer {
  items: { id: string; version: number; deleted: boolean; facts: PostFacts }[];
}

/** How long a request waits for posts that have no copy yet, in ms. */
const REQUEST_WAIT_MS = 500;

/** Copies of posts. */
@Injectable()
export class ThreadService {
  private readonly logger = new Logger('ThreadService');

  constructor(
    private readonly threads: ThreadRepository,
    private readonly bus: EventBus,
  ) {}

  async put(space: string, version: number, facts: PostFacts): Promise<boolean> {
    const fields = { ...fieldsOf(facts), gone: false, asked: false };
    return this.threads.projectUpsert(space, facts.postId, version, fields);
  }

  /** Stores the state of a post's first event instead of one that was asked for before it came. */
  async replaceAsked(space: string, facts: PostFacts): Promise<void> {
    await this.threads.replaceAsked(space, facts.postId, fieldsOfNew(facts));
  }

  /** Stores a new post; returns false when it is known already. */
  async insertNew(space: string, facts: PostFacts): Promise<boolean> {
    try {
      await this.threads.insert(space, { id: facts.postId, ...fieldsOfNew(facts), gone: false });
      return true;
    } catch (error) {
      if (error instanceof DuplicateKey) return false;
      throw error;
    }
  }

  /** See `WrittenRepository.noteWritten`. */
  async noteWritten(space: string, facts: PostFacts): Promise<void> {
    const { writtenAt } = fieldsOfNew(facts);
    if (writtenAt) await this.threads.noteWritten(space, facts.postId, writtenAt);
  }

  /**
   * Posts by id, without deleted ones. Posts from before these copies existed are asked from the
   * timeline once; they are omitted while it does not answer.
   */
  async find(space: string, postIds: readonly string[]): Promise<Map<string, ThreadDocument>> {
    const ids = [...new Set(postIds)];
    const found = await this.threads.findByIds(space, ids);
    const known = new Set(found.map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0) {
      const asked = this.askFor(space, missing, { timeoutMillis: REQUEST_WAIT_MS });
      found.push(...(await asked.catch((error: unknown) => this.noneIfUnanswered(error, missing))));
    }
    return new Map(found.flatMap((thread) => (thread.gone ? [] : [[thread.id, thread] as const])));
  }

  /**
   * A post, for an event that is applied; null when it is deleted or nobody knows it. Throws
   * `QuestionUnanswered`, so that the event is applied again: no later event notifies whom it missed.
   */
  async findForEvent(space: string, postId: string): Promise<ThreadDocument | null> {
    const known = await this.threads.findById(space, postId);
    const thread = known ?? (await this.askFor(space, [postId]))[0];
    return thread && !thread.gone ? thread : null;
  }

  private async askFor(
    space: string,
    ids: string[],
    options?: { timeoutMillis: number },
  ): Promise<ThreadDocument[]> {
    const question = { space, kind: 'post', ids, all: true };
    const { items } = await this.bus.ask<Answer>('timeline.findTaskSources', question, options);
    await Promise.all(
      items.map(({ version, deleted, facts }) =>
        this.threads.projectUpsert(space, facts.postId, version, {
          ...fieldsOf(facts),
          ...{ gone: deleted, asked: true },
        }),
      ),
    );
    return items.length > 0 ? this.threads.findByIds(space, ids) : [];
  }

  private noneIfUnanswered(error: unknown, ids: readonly string[]): [] {
    if (!(error instanceof QuestionUnanswered)) throw error;
    this.logger.warn(`${error.message}: ${ids.length} post(s) stay unknown for now`);
    return [];
  }
}

function fieldsOfNew(facts: PostFacts) {
  // An import contains old content.
  const writtenAt = facts.imported ? undefined : new Date(facts.createdAt);
  return { ...fieldsOf(facts), ...(writtenAt && { writtenAt }) };
}

function fieldsOf(facts: PostFacts) {
  return {
    ownerId: facts.ownerId,
    memberIds: facts.memberIds,
    mentions: facts.mentions,
    excerpt: excerptOf(facts.memo),
    mustRead: Boolean(facts.mustRead),
  };
}
