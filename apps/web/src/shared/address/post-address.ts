import type { ListPostsQuery } from '@engawa/contracts';

/** Filter of a feed (TML-14). */
export interface FeedFilter {
  /** The filter as query string without question mark; identifies the filter. */
  address: string;
  /** The filter as parameters of `listPosts`. */
  query: Pick<
    ListPostsQuery,
    | 'issue'
    | 'unanswered'
    | 'hasTask'
    | 'mustRead'
    | 'labelId'
    | 'ownerId'
    | 'memberId'
    | 'from'
    | 'to'
  >;
}

/** A place with posts: the timeline, a member's or a staff member's page. */
export type FeedPlace = (
  { kind: 'all' } | { kind: 'member'; id: string } | { kind: 'staff'; id: string }
) & { filter?: FeedFilter };

/** The post in an address, and whether its comments are open. */
export interface PostAddress {
  postId: string | null;
  comments: boolean;
  commentId: string | null;
}

function withFilter(path: string, { filter }: FeedPlace): string {
  return filter ? `${path}?${filter.address}` : path;
}

function pagePath(place: FeedPlace): string {
  if (place.kind === 'all') return '/';
  return place.kind === 'member' ? `/members/${place.id}` : `/staffs/${place.id}`;
}

/** The address of a place with its filter. */
export function placePath(place: FeedPlace): string {
  return withFilter(pagePath(place), place);
}

/** The address of a post, of its comments, or of one comment within a place. */
export function postPath(
  place: FeedPlace,
  postId: string,
  open?: { comments: true; commentId?: string | null },
): string {
  const base = place.kind === 'all' ? '' : pagePath(place);
  const comments = open ? '/comments' : '';
  const comment = open?.commentId ? `/${open.commentId}` : '';
  return withFilter(`${base}/posts/${postId}${comments}${comment}`, place);
}

const pattern = /\/posts\/([A-Za-z0-9_-]+)(?:\/(comments)(?:\/([A-Za-z0-9_-]+))?)?\/?$/;

/** Parses the post part of an address. */
export function readPostAddress(pathname: string): PostAddress {
  const match = pattern.exec(pathname);
  return {
    postId: match?.[1] ?? null,
    comments: match?.[2] !== undefined,
    commentId: match?.[3] ?? null,
  };
}
