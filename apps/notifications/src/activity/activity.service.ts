import { Injectable } from '@nestjs/common';
import { events, type ActivityKind } from '@engawa/contracts';
import { derivedId, type EventOf } from '@engawa/events';
import { excerptOf } from '../notification/notification.rules';
import { ActivityRepository } from './activity.repository';

type PostEvent = EventOf<(typeof events)['postCreated' | 'postUpdated']>;
type TaskEvent = EventOf<(typeof events)['taskCreated' | 'taskUpdated']>;

interface ActivityFields {
  kind: ActivityKind;
  /** With the kind it forms the id, so that an activity is recorded once. */
  key: string;
  at: string;
  actorId: string | null;
  postId: string;
  commentId: string | null;
  memo: string;
  staffId?: string;
}

/** Records the activities of getToday. */
@Injectable()
export class ActivityService {
  constructor(private readonly activities: ActivityRepository) {}

  async notePost(event: PostEvent): Promise<void> {
    // An import contains old content.
    if (event.data.imported) return;
    // Together, so that they share a command.
    await Promise.all([this.noteMustRead(event), this.noteIssue(event)]);
  }

  /** Each change of a post says how its issue stands; whoever opened it was noted then. */
  private async noteIssue(event: PostEvent): Promise<void> {
    const { name, space, data, actor } = event;
    const { postId, memo, issue } = data;
    if (!issue) return;
    const isNew = name === events.postCreated.name;
    const known = isNew ? [] : await this.activities.findOfPost(space, postId);
    // The talk may be long ago: `at` is when staff members could first see it.
    const seenFrom = isNew ? data.createdAt : issue.opened ? event.at : issue.openedAt;
    const steps = [
      { kind: 'issueOpened', talkedAt: issue.openedAt, at: laterOf(issue.openedAt, seenFrom) },
      { kind: 'issueClosed', talkedAt: issue.closedAt, at: issue.linkedAt ?? issue.closedAt },
    ] as const;
    const note = async ({ kind, talkedAt, at }: (typeof steps)[number]) => {
      if (talkedAt === null || at === null) return;
      const key = `${postId}/${talkedAt}`;
      const isKnown = known.some(
        (one) =>
          one.kind === kind &&
          // Earlier versions recorded the talk time, some under another id.
          (one.id === activityId(key, kind) || one.at.getTime() === Date.parse(talkedAt)),
      );
      if (isKnown) return;
      const about = { postId, commentId: null, memo, actorId: actor };
      await this.note(space, { ...about, kind, key, at });
    };
    await Promise.all(steps.map(note));
  }

  /** Follows the post: whether it is a must-read, and who confirmed it. */
  private async noteMustRead({ name, space, version, data }: PostEvent): Promise<void> {
    const id = derivedId('mustRead', data.postId);
    if (!data.mustRead) {
      if (name === events.postCreated.name) return;
      if (!(await this.activities.findById(space, id))) return;
    }
    await this.activities.projectUpsert(space, id, version, {
      kind: 'mustRead',
      staffId: '',
      at: new Date(data.createdAt),
      actorId: data.ownerId,
      postId: data.postId,
      commentId: null,
      excerpt: excerptOf(data.memo),
      confirmedBy: data.mustRead?.confirmedBy ?? [],
      gone: !data.mustRead,
    });
  }

  async noteTask(event: TaskEvent): Promise<void> {
    const { space, data, actor } = event;
    const { status, assignUserId } = data.mirror;
    const isNew = event.name === events.taskCreated.name;
    const changed = data.changed ?? [];
    const about = {
      actorId: actor,
      postId: data.postId,
      commentId: data.commentId,
      memo: data.excerpt,
    };
    if (status.value.status === 'done' && (isNew || changed.includes('status'))) {
      await this.note(space, {
        ...about,
        kind: 'taskDone',
        key: `${data.taskId}/${status.value.statusUpdatedAt}`,
        at: status.value.statusUpdatedAt,
      });
    }
    const assignee = assignUserId.value;
    if (assignee && assignee !== actor && (isNew || changed.includes('assignUserId'))) {
      await this.note(space, {
        ...about,
        kind: 'taskHandedToMe',
        key: `${data.taskId}/${assignUserId.stamp}`,
        at: event.at,
        staffId: assignee,
      });
    }
  }

  private async note(space: string, { key, memo, at, staffId = '', ...noted }: ActivityFields) {
    await this.activities.note(space, {
      ...noted,
      id: activityId(key, noted.kind),
      staffId,
      at: new Date(at),
      excerpt: excerptOf(memo),
      confirmedBy: [],
      gone: false,
    });
  }
}

/** Ids of new activities are neighbours: they begin with the id of a post or task. */
function activityId(key: string, kind: ActivityKind): string {
  return `${key}/${kind}`;
}

function laterOf(one: string, other: string): string {
  return Date.parse(other) > Date.parse(one) ? other : one;
}
