import { randomUUID } from 'node:crypto';
import { events, type DataOf, type Mirror, type TaskStatus } from '@engawa/contracts';
import { newMirror, type StampOrigin } from '@engawa/mirror';

export type PostFacts = DataOf<typeof events.postCreated>;
export type CommentFacts = DataOf<typeof events.commentCreated>;

/** A mirror as the timeline creates it for a new task. */
export function mirrorOf(
  values: {
    status?: TaskStatus;
    assignUserId?: string | null;
    labelIds?: string[];
    dueAt?: string | null;
    at?: Date;
  } = {},
  origin: StampOrigin = 'timeline',
): Mirror {
  const at = values.at ?? new Date();
  return newMirror(
    {
      present: true,
      status: { status: values.status ?? 'waiting', statusUpdatedAt: at.toISOString() },
      assignUserId: values.assignUserId ?? null,
      labelIds: values.labelIds ?? [],
      dueAt: values.dueAt ?? null,
    },
    origin,
    at.getTime(),
  );
}

/** Data of `timeline.post.created` or `.updated`. */
export function postFacts(facts: Partial<PostFacts> = {}): PostFacts {
  const now = new Date().toISOString();
  return {
    postId: randomUUID(),
    commentId: null,
    ownerId: 'owner-1',
    memo: '来週の内覧について相談',
    memberIds: [],
    mentions: [],
    labelIds: [],
    attachmentTitles: [],
    talkedAt: now,
    createdAt: now,
    mirror: mirrorOf(),
    ...facts,
  };
}

/** Data of `timeline.comment.created` or `.updated`. */
export function commentFacts(facts: Partial<CommentFacts> & { postId: string }): CommentFacts {
  return {
    ...postFacts(facts),
    postOwnerId: 'owner-1',
    ...facts,
    commentId: facts.commentId ?? randomUUID(),
  };
}
