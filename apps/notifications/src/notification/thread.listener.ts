import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { ParticipationRepository } from '../participation/participation.repository';
import {
  notificationsForComment,
  notificationsForMentions,
  notificationsForReaction,
  type Recipient,
} from './notification.rules';
import { NotificationDispatcher } from './notification-dispatcher.service';

type CommentEvent = EventOf<(typeof events)['commentCreated' | 'commentUpdated']>;
type ReactionEvent = EventOf<(typeof events)['reactionAdded' | 'reactionRemoved']>;

/** Comments, mentions and reactions (NTF-1). */
@Controller()
export class ThreadListener {
  constructor(
    private readonly telling: NotificationDispatcher,
    private readonly participations: ParticipationRepository,
  ) {}

  /** Tells first and notes the participation then: cut off in between, it tells the same again. */
  @OnEvent(events.commentCreated, events.commentUpdated)
  async onComment(event: CommentEvent): Promise<void> {
    const { space, data, actor, version } = event;
    const known = await this.participations.findById(space, data.commentId);
    if (known && known.version >= version) return;
    const { ownerId, postOwnerId, mentions } = data;
    const recipients: Recipient[] =
      event.name === events.commentCreated.name
        ? notificationsForComment({
            actor,
            ownerId,
            postOwnerId,
            mentions,
            participants: await this.participations.findParticipants(space, data.postId),
          })
        : notificationsForMentions({
            actor,
            ownerId,
            mentions,
            mentionedBefore: known?.mentions ?? [],
          });
    await this.telling.dispatch(
      {
        eventId: event.id,
        space,
        actorId: actor ?? ownerId,
        cause: commentCause(data.commentId),
        postId: data.postId,
        commentId: data.commentId,
        memo: data.memo,
      },
      recipients,
    );
    await this.participations.projectUpsert(space, data.commentId, version, {
      postId: data.postId,
      ownerId,
      mentions,
      gone: false,
    });
  }

  @OnEvent(events.commentDeleted)
  async onCommentDeleted(event: EventOf<typeof events.commentDeleted>): Promise<void> {
    const { postId, commentId } = event.data;
    if (commentId === null) return;
    await this.participations.projectUpsert(event.space, commentId, event.version, {
      postId,
      ownerId: '',
      mentions: [],
      gone: true,
    });
    await this.telling.withdrawTarget(event.space, postId, commentId);
  }

  @OnEvent(events.postDeleted)
  async onPostDeleted(event: EventOf<typeof events.postDeleted>): Promise<void> {
    await this.telling.withdrawTarget(event.space, event.data.postId, null);
  }

  @OnEvent(events.reactionAdded)
  async onReactionAdded(event: ReactionEvent): Promise<void> {
    const { space, data } = event;
    const recipients = notificationsForReaction(data);
    if (recipients.length === 0) return;
    const cause = reactionCause(data);
    if (await this.telling.wasNotified(space, cause, data.ownerId)) return;
    await this.telling.dispatch(
      {
        eventId: event.id,
        space,
        actorId: data.reactedBy,
        cause,
        postId: data.postId,
        commentId: data.commentId,
        memo: data.excerpt,
        emoji: data.emoji,
      },
      recipients,
    );
  }

  @OnEvent(events.reactionRemoved)
  async onReactionRemoved({ space, data }: ReactionEvent): Promise<void> {
    await this.telling.withdraw(space, reactionCause(data));
  }
}

function commentCause(commentId: string): string {
  return `comment/${commentId}`;
}

function reactionCause(data: ReactionEvent['data']): string {
  return `reaction/${data.commentId ?? data.postId}/${data.reactionId}/${data.reactedBy}`;
}
