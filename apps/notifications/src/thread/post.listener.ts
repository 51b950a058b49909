import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { OnEvent, type EventOf } from '@engawa/events';
import { ActivityService } from '../activity/activity.service';
import { FollowService } from '../follow/follow.service';
import { notificationsForPost, type Recipient } from '../notification/notification.rules';
import { NotificationDispatcher } from '../notification/notification-dispatcher.service';
import { ParticipationRepository } from '../participation/participation.repository';
import { ExcerptService } from '../redaction/excerpt.service';
import { ThreadRepository } from './thread.repository';
import type { ThreadDocument } from './thread.schema';
import { ThreadService } from './thread.service';

type PostEvent = EventOf<(typeof events)['postCreated' | 'postUpdated']>;

/** Updates the copies of posts, and records their activities. */
@Controller()
export class PostListener {
  constructor(
    private readonly threads: ThreadService,
    private readonly repository: ThreadRepository,
    private readonly dispatcher: NotificationDispatcher,
    private readonly excerpts: ExcerptService,
    private readonly participations: ParticipationRepository,
    private readonly directory: Directory,
    private readonly follows: FollowService,
    private readonly activities: ActivityService,
  ) {}

  @OnEvent([events.postCreated, events.postUpdated], { lists: true })
  async onPosts(list: PostEvent[]): Promise<void> {
    // Neither needs the other: begun together, both writes share a commit of the database.
    await Promise.all(
      list.flatMap((event) => [this.onPost(event), this.activities.notePost(event)]),
    );
  }

  private async onPost(event: PostEvent): Promise<void> {
    const { space, version, data } = event;
    // Nothing precedes a new post. After a crash before its notifications it is known, as below.
    const isNew = event.name === events.postCreated.name && version === 1;
    if (isNew && (await this.threads.insertNew(space, data))) return this.notify(event, null);
    const known = await this.repository.findById(space, data.postId);
    if (isNew && known?.asked) {
      // Asked for before its first event came, perhaps in a later state: nobody was notified yet.
      await this.notify(event, null);
      return this.threads.replaceAsked(space, data);
    }
    // Before the copy says that the post is back: after a crash in between, it is repeated.
    if (known?.gone && version > known.version) {
      await this.excerpts.replace(space, data, data.memo);
      await this.dispatcher.restoreTarget(space, data.postId, null, (commentIds) =>
        this.participations.findGone(space, commentIds),
      );
    }
    // After a crash the first event still notifies.
    const isFirst = event.name === events.postCreated.name && version === known?.version;
    if (!known || version > known.version || isFirst) {
      await this.followMustRead(event, known);
      await this.notify(event, isFirst ? null : known);
    }
    await this.threads.put(space, version, data);
    if (isNew) await this.threads.noteWritten(space, data);
  }

  /**
   * Withdraws requests for a confirmation that is no longer needed, and marks confirmed ones as
   * read.
   */
  private async followMustRead(
    { space, data: { postId, mustRead } }: PostEvent,
    known: ThreadDocument | null,
  ): Promise<void> {
    if (!known?.mustRead) return;
    const cause = causeOf('mustRead', postId);
    if (!mustRead) await this.dispatcher.withdraw(space, cause);
    else await this.dispatcher.readOf(space, cause, mustRead.confirmedBy);
  }

  /**
   * Notifies all staff of a must-read, but once those who still have that notification (TML-1), newly
   * mentioned staff (TML-2), and those who follow a newly named member. A staff member to whom several
   * kinds apply gets one notification.
   */
  private async notify(event: PostEvent, known: ThreadDocument | null): Promise<void> {
    const { data, actor } = event;
    if (data.imported) return;
    const { ownerId, mentions } = data;
    const told = notificationsForPost({
      actor,
      ownerId,
      mustRead: await this.staffToConfirm(event, known),
      mentions,
      mentionedBefore: known?.mentions ?? [],
      followers: await this.followersOfNamed(event, known),
    });
    // Each cause has its own entry, so that a must-read that is undone withdraws only itself.
    await this.dispatch(event, 'mustRead', await this.toldOfMustRead(event, known, told));
    await this.dispatch(event, 'mention', told);
    await this.dispatch(event, 'followed', told);
  }

  /** Without those who still have the notification of an earlier time as a must-read. */
  private async toldOfMustRead(
    event: PostEvent,
    known: ThreadDocument | null,
    told: readonly Recipient[],
  ): Promise<readonly Recipient[]> {
    if (!known || !told.some(({ kinds }) => kinds[0] === 'mustRead')) return told;
    const notified = await this.dispatcher.notifiedOf(originOf(event, 'mustRead'));
    return told.filter(({ staffId }) => !notified.has(staffId));
  }

  private async dispatch(
    event: PostEvent,
    kind: Recipient['kinds'][0],
    told: readonly Recipient[],
  ): Promise<void> {
    const { actor, data } = event;
    const { postId, ownerId, memo } = data;
    await this.dispatcher.dispatch(
      {
        ...originOf(event, kind),
        ...{ postId, commentId: null, memo },
        actorId: kind === 'mustRead' ? ownerId : (actor ?? ownerId),
      },
      told.filter(({ kinds }) => kinds[0] === kind),
    );
  }

  /** Staff who follow a member whom the post did not name before. */
  private async followersOfNamed(
    { name, space, data }: PostEvent,
    known: ThreadDocument | null,
  ): Promise<string[]> {
    // For an older post that is not stored here, the newly named members are unknown.
    if (!known && name !== events.postCreated.name) return [];
    const named = data.memberIds.filter((memberId) => !known?.memberIds.includes(memberId));
    return this.follows.findFollowersOfMembers(space, named);
  }

  /** Active staff members who must confirm a post that became a must-read; otherwise empty. */
  private async staffToConfirm(
    { name, space, data: { ownerId, mustRead } }: PostEvent,
    known: ThreadDocument | null,
  ): Promise<string[]> {
    // For an older post that is not stored here, it may have been a must-read before.
    const isUnknown = !known && name !== events.postCreated.name;
    if (!mustRead || known?.mustRead || isUnknown) return [];
    const { confirmedBy } = mustRead;
    return (await this.directory.listStaffs(space))
      .filter(({ id, deactivated }) => !deactivated && !confirmedBy.includes(id))
      .map(({ id }) => id)
      .filter((id) => id !== ownerId);
  }

  @OnEvent(events.postDeleted)
  async onDeleted({ space, version, data }: EventOf<typeof events.postDeleted>): Promise<void> {
    await this.repository.projectUpsert(space, data.postId, version, { gone: true, excerpt: '' });
  }
}

function originOf({ space, version, data: { postId } }: PostEvent, kind: Recipient['kinds'][0]) {
  const cause = causeOf(kind, postId);
  // Not the event's id: a mention that is removed and written again notifies once. What is withdrawn
  // of a must-read is told again when it becomes one again.
  const eventId = kind === 'mustRead' && version > 1 ? `${cause}/${version}` : cause;
  return { space, cause, eventId };
}

/** The cause of a post's notifications of a kind. */
export function causeOf(kind: Recipient['kinds'][0], postId: string): string {
  return `${kind}/${postId}`;
}
