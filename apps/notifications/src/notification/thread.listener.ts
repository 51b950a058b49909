import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { FollowService } from '../follow/follow.service';
import { ParticipationRepository } from '../participation/participation.repository';
import type { Writing } from '../redaction/excerpt.repository';
import { ExcerptService } from '../redaction/excerpt.service';
import { ThreadRepository } from '../thread/thread.repository';
import { ThreadService } from '../thread/thread.service';
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
    private readonly excerpts: ExcerptService,
    private readonly participations: ParticipationRepository,
    private readonly follows: FollowService,
    private readonly threads: ThreadService,
    private readonly posts: ThreadRepository,
  ) {}

  /**
   * Notifies first and records the participation afterwards: after a crash in between, the same is
   * repeated.
   */
  @OnEvent(events.commentCreated, events.commentUpdated)
  async onComment(event: CommentEvent): Promise<void> {
    const { space, data, actor, version } = event;
    const known = await this.participations.findById(space, data.commentId);
    const isNew = event.name === events.commentCreated.name;
    const writtenAt = new Date(data.createdAt);
    if (isNew && known) await this.participations.noteWritten(space, known.id, writtenAt);
    if (known?.gone && version > known.version) return this.onCommentRestored(event);
    if (known && (known.gone || (!isNew && known.version >= version))) return;
    const { ownerId, mentions } = data;
    const recipients = isNew
      ? await this.recipientsOfNew(event, known !== null)
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
      ...(isNew ? { writtenAt } : {}),
    });
  }

  /** Its deletion was undone: nobody is notified again, and earlier notifications return. */
  private async onCommentRestored({ space, version, data }: CommentEvent): Promise<void> {
    const { postId, commentId, ownerId, mentions } = data;
    await this.excerpts.replace(space, data, data.memo);
    await this.telling.restoreTarget(space, postId, commentId);
    await this.participations.projectUpsert(space, commentId, version, {
      postId,
      ownerId,
      mentions,
      gone: false,
    });
  }

  /**
   * For a repeated creation: recipients without a notification, which was lost. Staff who
   * participated since then were never recipients.
   */
  private async recipientsOfNew(event: CommentEvent, known: boolean): Promise<Recipient[]> {
    const { space, data, actor } = event;
    const { commentId, ownerId, postId, postOwnerId, mentions } = data;
    const participants = known ? [] : await this.participations.findParticipants(space, postId);
    const followers = known ? [] : await this.followersOf(space, postId);
    const comment = { actor, ownerId, postOwnerId, mentions, participants, followers };
    const recipients = notificationsForComment(comment);
    if (!known) return recipients;
    const cause = commentCause(commentId);
    const notified = await this.telling.notifiedOf({ space, cause, eventId: event.id });
    return recipients.filter(({ staffId }) => !notified.has(staffId));
  }

  /** Staff who follow the post or one of its members. */
  private async followersOf(space: string, postId: string): Promise<string[]> {
    const thread = await this.threads.findForEvent(space, postId);
    const [ofPost, ofMembers] = await Promise.all([
      this.follows.findFollowersOfPost(space, postId),
      this.follows.findFollowersOfMembers(space, thread?.memberIds ?? []),
    ]);
    return [...ofPost, ...ofMembers];
  }

  @OnEvent(events.commentDeleted)
  async onCommentDeleted(event: EventOf<typeof events.commentDeleted>): Promise<void> {
    const { space, version, data } = event;
    const { postId, commentId } = data;
    if (commentId === null) return;
    const known = await this.participations.findById(space, commentId);
    if (known && known.version > version) return;
    await this.participations.projectUpsert(space, commentId, version, {
      postId,
      ownerId: '',
      mentions: [],
      gone: true,
    });
    await this.onTargetDeleted(space, data);
  }

  @OnEvent(events.postDeleted)
  async onPostDeleted(event: EventOf<typeof events.postDeleted>): Promise<void> {
    const { space, version, data } = event;
    const known = await this.posts.findById(space, data.postId);
    if (known && known.version > version) return;
    await this.onTargetDeleted(space, data);
  }

  /** Callers skip a repeated event whose deletion is undone: nothing would bring these back. */
  private async onTargetDeleted(space: string, target: Writing): Promise<void> {
    await this.excerpts.replace(space, target, '');
    await this.telling.withdrawTarget(space, target.postId, target.commentId);
  }

  @OnEvent(events.reactionAdded)
  async onReactionAdded(event: ReactionEvent): Promise<void> {
    const { space, data } = event;
    const recipients = notificationsForReaction(data);
    if (recipients.length === 0) return;
    const cause = reactionCause(data);
    const origin = { eventId: event.id, space, cause };
    if ((await this.telling.notifiedOf(origin)).has(data.ownerId)) return;
    await this.telling.dispatch(
      {
        ...origin,
        actorId: data.reactedBy,
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
