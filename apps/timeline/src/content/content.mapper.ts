import type { ReactionEntry } from '@engawa/contracts';
import { attachmentAnswer, photoUrlOf } from '../attachment/attachment.mapper';
import type { People } from '../directory-cache/people.service';
import { taskOf } from './content.rules';
import type { StoredReaction, ContentDocument } from './content.schema';

/** The API form of reactions. */
export function reactionsOf(reactions: readonly StoredReaction[]): ReactionEntry[] {
  return reactions.map(({ reactionId, reactedBy, reactedAt }) => ({
    reactionId,
    reactedBy,
    reactedAt: reactedAt.toISOString(),
  }));
}

/** The common part of answers of posts and comments. */
export function sharedAnswer(thread: ContentDocument, people: People) {
  const attachments = thread.attachments.map(attachmentAnswer);
  return {
    id: thread.id,
    version: thread.version,
    ownerId: thread.ownerId,
    owner: people.staff(thread.ownerId),
    memo: thread.memo,
    labelIds: thread.labelIds,
    task: taskOf(thread.mirror),
    attachments,
    photoUrl: photoUrlOf(attachments),
    reactions: reactionsOf(thread.reactions),
    createdAt: thread.createdAt.toISOString(),
    updatedAt: thread.updatedAt.toISOString(),
    editedAt: thread.editedAt?.toISOString() ?? null,
  };
}

/** The common facts of events of posts and comments. */
export function sharedFacts(thread: ContentDocument) {
  return {
    ownerId: thread.ownerId,
    memo: thread.memo,
    labelIds: thread.labelIds,
    attachmentTitles: thread.attachments.map((file) => file.title),
    createdAt: thread.createdAt.toISOString(),
    mirror: thread.mirror,
  };
}
