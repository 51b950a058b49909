import { Injectable } from '@nestjs/common';
import { AROUND_SIZE, type ListPostsQuery, type Post } from '@engawa/contracts';
import type { CurrentStaff } from '@engawa/auth';
import { Directory } from '@engawa/directory';
import { knownAnswer, type KnownAnswer, madeOf } from '@engawa/service-kit';
import { PostNotFound } from './post.errors';
import { PostMapper } from './post.mapper';
import { PostRepository, type FeedFilter } from './post.repository';
import { SavedViewService } from '../saved-view/saved-view.service';
import type { PostDocument } from './post.schema';

type FeedQuery = Omit<ListPostsQuery, 'view' | 'ids' | 'around'>;

interface PostPage {
  items: Post[];
  nextCursor: string | null;
  previousCursor: string | null;
}

/** Reads posts. A list is one feed query and two parallel directory queries. */
@Injectable()
export class PostService {
  constructor(
    private readonly posts: PostRepository,
    private readonly mapper: PostMapper,
    private readonly directory: Directory,
    private readonly views: SavedViewService,
  ) {}

  async list(staff: CurrentStaff, query: ListPostsQuery): Promise<PostPage | KnownAnswer> {
    const { space } = staff;
    const { view, ...asked } = query;
    const saved = view && !query.ids ? await this.views.findFilter(staff, view) : {};
    const { ids, around, ...feed } = { ...saved, ...asked };
    if (!ids && !around) return this.feed(space, feed);
    const page = await this.page(space, { ids, around, ...feed });
    return { ...page, items: await this.mapper.answers(space, page.items) };
  }

  async get(staff: CurrentStaff, postId: string): Promise<Post> {
    return this.mapper.answerOne(await this.getLive(staff.space, postId));
  }

  /** Earlier memos, newest first. */
  async history(staff: CurrentStaff, postId: string) {
    const { history } = await this.getLive(staff.space, postId);
    return {
      items: history.map((entry) => ({ ...entry, editedAt: entry.editedAt.toISOString() })),
    };
  }

  /** A living post of the space. Throws `PostNotFound`. */
  async getLive(space: string, postId: string): Promise<PostDocument> {
    const post = await this.posts.findLive(space, postId);
    if (!post) throw new PostNotFound();
    return post;
  }

  private async feed(space: string, query: FeedQuery): Promise<PostPage | KnownAnswer> {
    const { cursor, limit, order, ...asked } = query;
    const filter = await this.withAliases(space, asked);
    const position = { cursor, limit, order };
    const known = await knownAnswer(() => this.posts.findFeedRevision(space, filter, position));
    if (known) return known;
    const { page, revision } = await this.posts.findRevisedFeedPage(space, filter, position);
    const { answers, hold } = await this.mapper.namedAnswers(space, page.items);
    madeOf(revision, hold);
    return { ...page, items: answers };
  }

  private async withAliases(space: string, filter: FeedFilter): Promise<FeedFilter> {
    if (!filter.memberId) return filter;
    const memberAliases = await this.directory.findMemberAliases(space, filter.memberId);
    return { ...filter, memberAliases };
  }

  private async page(space: string, query: Omit<ListPostsQuery, 'view'>) {
    const { around, ids, cursor, limit, order, ...asked } = query;
    const filter = await this.withAliases(space, asked);
    if (ids) {
      const items = await this.posts.findLiveByIds(space, ids);
      return { items, nextCursor: null, previousCursor: null };
    }
    if (around) {
      const middle = await this.getLive(space, around);
      const { newer, older } = await this.posts.findFeedAround(space, filter, middle, AROUND_SIZE);
      return {
        items: [...newer.items, middle, ...older.items],
        nextCursor: older.nextCursor,
        previousCursor: newer.previousCursor,
      };
    }
    return this.posts.findFeedPage(space, filter, { cursor, limit, order });
  }
}
