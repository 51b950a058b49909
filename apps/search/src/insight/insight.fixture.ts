import type { DataOf, events } from '@engawa/contracts';

type PostFacts = DataOf<typeof events.postCreated>;
/** The facts of a post for its event. */
export function post(postId: string, talkedAt: string, more: Partial<PostFacts> = {}): PostFacts {
  return {
    postId,
    commentId: null,
    ownerId: 's1',
    memo: 'x',
    memberIds: [],
    mentions: [],
    labelIds: [],
    attachmentTitles: [],
    talkedAt,
    createdAt: talkedAt,
    mirror: null,
    ...more,
  };
}
