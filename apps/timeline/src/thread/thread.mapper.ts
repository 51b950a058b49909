import type { ReactionEntry } from '@engawa/contracts';
import type { StoredReaction, ThreadDocument } from './thread.schema';

/** Reactions as they are answered. */
export function reactionsOf(reactions: readonly StoredReaction[]): ReactionEntry[] {
  return reactions.map(({ reactionId, reactedBy, reactedAt }) => ({
    reactionId,
    reactedBy,
    reactedAt: reactedAt.toISOString(),
  }));
}

/** Facts of a post or comment that every event of it tells. */
export function sharedFacts(thread: ThreadDocument) {
  return {
    ownerId: thread.ownerId,
    memo: thread.memo,
    labelIds: thread.labelIds,
    attachmentTitles: thread.attachments.map((file) => file.title),
    createdAt: thread.createdAt.toISOString(),
    mirror: thread.mirror,
  };
}
