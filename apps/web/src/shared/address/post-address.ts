import type { ListPostsQuery } from '@engawa/contracts';

/** What narrows a feed (TML-14). */
export interface FeedFilter {
  /** The filter as the end of an address, without the question mark; tells filters apart. */
  address: string;
  /** The filter as parameters of `listPosts`. */
  query: Pick<
    ListPostsQuery,
    'issue' | 'unanswered' | 'hasTask' | 'mustRead' | 'labelId' | 'ownerId' | 'from' | 'to'
  >;
}

/** A place where posts are read: the timeline, a member's page or a staff's page. */
export type FeedPlace = (
  { kind: 'all' } | { kind: 'member'; id: string } | { kind: 'staff'; id: string }
) & { filter?: FeedFilter };

/** Which post of a place an address names, and whether its comments are open. */
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

/** The address of a place itself, with its filter. */
export function placePath(place: FeedPlace): string {
  return withFilter(pagePath(place), place);
}

/** The address of a post, of its comments, or of one comment, within a place. */
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

/** Reads what the end of an address says about a post. */
export function readPostAddress(pathname: string): PostAddress {
  const match = pattern.exec(pathname);
  return {
    postId: match?.[1] ?? null,
    comments: match?.[2] !== undefined,
    commentId: match?.[3] ?? null,
  };
}
