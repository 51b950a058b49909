import { events, type Reaction } from '@engawa/contracts';
import { type EventOf, newEvent } from '@engawa/events';
import { excerptOf } from '../content/content.rules';
import type { ContentDocument } from '../content/content.schema';
import type { ReactionDocument } from './reaction.schema';

export function reactionAnswer(reaction: ReactionDocument): Reaction {
  return {
    id: reaction.id,
    version: reaction.version,
    emoji: reaction.emoji,
    name: reaction.name,
    order: reaction.order,
    createdAt: reaction.createdAt.toISOString(),
    updatedAt: reaction.updatedAt.toISOString(),
  };
}

export function reactionCatalogueEvent(
  kind: 'pictogramCreated' | 'pictogramUpdated' | 'pictogramDeleted',
  reaction: Pick<ReactionDocument, 'id' | 'space' | 'version' | 'emoji' | 'name'>,
  actor: string | null,
): EventOf<typeof events.pictogramUpdated> {
  const { id, space, version, emoji, name } = reaction;
  return newEvent(events[kind], {
    space,
    actor,
    aggregate: { type: 'pictogram', id },
    version,
    data: { reactionId: id, emoji, name },
  }) as EventOf<typeof events.pictogramUpdated>;
}

/** The event of a toggle. */
export function reactionEvent(
  reacted: boolean,
  thread: ContentDocument,
  place: { postId: string; commentId: string | null },
  reaction: Pick<ReactionDocument, 'id' | 'emoji'>,
  by: string,
): EventOf<typeof events.reactionAdded> {
  return newEvent(reacted ? events.reactionAdded : events.reactionRemoved, {
    space: thread.space,
    actor: by,
    aggregate: { type: place.commentId === null ? 'post' : 'comment', id: thread.id },
    version: thread.version,
    data: {
      ...place,
      ownerId: thread.ownerId,
      excerpt: excerptOf(thread.memo),
      reactionId: reaction.id,
      emoji: reaction.emoji,
      reactedBy: by,
    },
  }) as EventOf<typeof events.reactionAdded>;
}
