import { Injectable } from '@nestjs/common';
import { events, type Post, type Ranking } from '@engawa/contracts';
import { EventBus } from '@engawa/events';
import type { LiveEntry } from './live-log';
import { changedPostId, type LiveContents } from './live-message';

/**
 * How long readers wait for contents before each of them requests these itself. The more there are, the
 * more their requests would slow down a timeline that is late already.
 */
const TIMEOUT_MS = 500;
const TIMEOUT_MS_PER_READER = 25;
const MAX_TIMEOUT_MS = 5_000;
/** Most posts that are read for a batch. */
const MAX_POSTS = 50;
/** Most bytes of posts in one batch: a slow reader must keep up with it. */
const MAX_CONTENT_BYTES = 64 * 1024;

/** Reads what the messages of a batch changed, once for all readers of a space. */
@Injectable()
export class LiveContentsReader {
  constructor(private readonly bus: EventBus) {}

  /**
   * The contents of messages by their position; a post comes with the last message about it. Throws
   * when the timeline does not answer in time, which is longer for many readers.
   */
  async read(
    space: string,
    entries: readonly LiveEntry[],
    readers: number,
  ): Promise<ReadonlyMap<number, LiveContents>> {
    const last = new Map<string, number>();
    const rankings: number[] = [];
    for (const [at, { message }] of entries.entries()) {
      const id = changedPostId(message);
      if (id !== null) last.set(id, at);
      if (message.name === events.rankingChanged.name) rankings.push(at);
    }
    // The latest of too many.
    const ids = [...last.keys()].slice(-MAX_POSTS);
    const timeoutMillis = Math.min(MAX_TIMEOUT_MS, TIMEOUT_MS + TIMEOUT_MS_PER_READER * readers);
    const ask = <Answer>(name: string, question: object) =>
      this.bus.ask<Answer>(name, question, { timeoutMillis });
    const [posts, ranking] = await Promise.all([
      ids.length === 0 ? [] : ask<Post[]>('timeline.findPosts', { space, ids }),
      rankings.length === 0 ? null : ask<Ranking | null>('timeline.findRanking', { space }),
    ]);
    const contents = new Map<number, LiveContents>();
    let bytes = 0;
    for (const post of posts) {
      bytes += Buffer.byteLength(JSON.stringify(post));
      const at = last.get(post.id);
      if (at !== undefined && bytes <= MAX_CONTENT_BYTES) contents.set(at, { post });
    }
    if (ranking) for (const at of rankings) contents.set(at, { ranking });
    return contents;
  }
}
