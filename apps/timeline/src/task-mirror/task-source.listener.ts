import { Controller } from '@nestjs/common';
import { OnQuestion } from '@engawa/events';
import { commentEvent } from '../comment/comment.mapper';
import { CommentRepository } from '../comment/comment.repository';
import { postEvent } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';

/** Documents per answer. */
const BATCH_SIZE = 200;
/** Well below the message limit of the broker. */
const MAX_ANSWER_BYTES = 400_000;

interface SourceQuestion {
  space: string;
  kind: 'post' | 'comment';
  /** Continue after this id; null starts. */
  after?: string | null;
  /** Instead of a page: only these. */
  ids?: string[];
  /** Include content that never was a task, to rebuild the search index (SRC-3). */
  all?: boolean;
}

/** Answers the state of posts and comments, for repairs (TSK-4, SRC-3). */
@Controller()
export class TaskSourceListener {
  constructor(
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
  ) {}

  /** Content that is or was a task (or all), by id, as in its events; `next` is null at the end. */
  @OnQuestion('timeline.findTaskSources')
  async findTaskSources({ space, kind, after = null, ids, all }: SourceQuestion) {
    const found =
      kind === 'post'
        ? (await this.read(this.posts, space, after, ids)).map((post) => ({
            document: post,
            facts: () => postEvent('postUpdated', post, null).data,
          }))
        : (await this.read(this.comments, space, after, ids)).map((comment) => ({
            document: comment,
            facts: () => commentEvent('commentUpdated', comment, null).data,
          }));
    const items = [];
    let bytes = 0;
    let last: string | null = null;
    for (const { document, facts } of found) {
      if (bytes > MAX_ANSWER_BYTES) return { items, next: last };
      last = document.id;
      if (!document.mirror && !all) continue;
      const item = {
        id: document.id,
        version: document.version,
        deleted: document.deleted,
        facts: facts(),
      };
      bytes += Buffer.byteLength(JSON.stringify(item));
      items.push(item);
    }
    return { items, next: ids || found.length < BATCH_SIZE ? null : last };
  }

  private read<Doc>(
    repository: {
      findByIds(space: string, ids: string[]): Promise<Doc[]>;
      findAfterId(space: string, after: string | null, limit: number): Promise<Doc[]>;
    },
    space: string,
    after: string | null,
    ids: string[] | undefined,
  ): Promise<Doc[]> {
    return ids
      ? repository.findByIds(space, ids)
      : repository.findAfterId(space, after, BATCH_SIZE);
  }
}
