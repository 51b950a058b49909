/* eslint-disable max-lines -- a table of all events */
import { z } from 'zod';
import { id, instant, spaceId } from '../primitive';
import { role } from '../permission';
import { CUSTOM_FIELD_LIMIT } from '../entity/custom-field';
import { labelKind } from '../entity/label';
import { match, MATCH_LIMIT } from '../entity/match';
import { MEMBER_TYPE_LIMIT } from '../entity/member';
import { day } from '../entity/member-field';
import { followTarget } from '../entity/follow';
import { notificationKind } from '../entity/notification';
import { taskStatus } from '../entity/task';
import { auditFacts } from '../entity/audit';
import { receiverDisabledReason } from '../entity/integration';
import { defineEvent } from './envelope';

/** Hybrid logical clock stamp: `{ms, 15 digits}-{counter, 6 digits}-{origin}`; compared as text. */
export const stamp = z.string().regex(/^\d{15}-\d{6}-[a-z]+$/);

/**
 * Fields shared by a post or comment and its task, each with the stamp of its last change; the
 * larger stamp wins on both sides (TSK-4).
 */
export const mirror = z.object({
  present: z.object({ value: z.boolean(), stamp }),
  status: z.object({
    value: z.object({ status: taskStatus, statusUpdatedAt: instant }),
    stamp,
  }),
  assignUserId: z.object({ value: id.nullable(), stamp }),
  labelIds: z.object({ value: z.array(id), stamp }),
  dueAt: z
    .object({ value: instant.nullable(), stamp })
    .default({ value: null, stamp: '000000000000000-000000-timeline' }),
});
export type Mirror = z.infer<typeof mirror>;

const staffFacts = z.object({
  staffId: id,
  email: z.string(),
  displayName: z.string(),
  jobTitle: z.string(),
  photoUrl: z.string().nullable(),
  thumbPhotoUrl: z.string().nullable(),
  role,
  deactivated: z.boolean(),
  excludeFromRanking: z.boolean(),
  integration: z.boolean().optional().meta({
    description: 'It is an API token: named where it wrote, and never listed as a colleague',
  }),
  god: z.boolean().optional().meta({
    description: 'Runs the installation: named where they wrote, and no colleague in the space',
  }),
});

const spaceFacts = z.object({ spaceId, displayName: z.string(), timeZone: z.string() });

const memberFacts = z.object({
  memberId: id,
  familyName: z.string(),
  firstName: z.string(),
  familyNameKana: z.string(),
  firstNameKana: z.string(),
  company: z.string(),
  typeId: id.nullable(),
  photoUrl: z.string().nullable(),
  thumbPhotoUrl: z.string().nullable(),
  deleted: z.boolean(),
  mergedInto: id
    .nullable()
    .optional()
    .meta({ description: 'The member that this one turned out to be (MBR-5)' }),
  days: z
    .object({
      birthday: z.string().nullable().meta({ description: 'Month and day, without the year' }),
      memberSince: day.nullable(),
      contractUntil: day.nullable(),
    })
    .optional()
    .meta({ description: 'Days of a member that getToday shows; absent if none is known' }),
  imported: z.boolean().optional().meta({
    description: 'Added by a bulk request: webhooks are told of the request, not of each',
  }),
});

/** Change of the rank counters of staff by a change of a post (TML-13). */
const tally = z
  .object({
    writtenAt: instant,
    changes: z.array(z.object({ staffId: id, post: z.int(), issue: z.int(), resolved: z.int() })),
  })
  .nullable()
  .optional();

/** A post or comment after the change. `postId` is that of the thread. */
const threadFacts = z.object({
  postId: id,
  commentId: id.nullable(),
  ownerId: id,
  memo: z.string(),
  memberIds: z.array(id),
  mentions: z.array(id),
  labelIds: z.array(id),
  attachmentTitles: z.array(z.string()),
  talkedAt: instant,
  createdAt: instant,
  mirror: mirror.nullable().meta({ description: 'Null until it first becomes a task' }),
  issue: z
    .object({
      openedAt: instant,
      closedAt: instant.nullable(),
      solvedBy: z.object({ kind: z.enum(['staff', 'member']), id }).nullable(),
      linkedAt: instant.optional().meta({
        description: 'When the solution was linked; `closedAt` is the time of the solution itself',
      }),
      opened: z.boolean().optional().meta({
        description:
          'The post got its first issue label with this change; absent where the label became one',
      }),
    })
    .nullable()
    .optional()
    .meta({ description: 'Of a post with an issue label (TML-11)' }),
  introduction: z
    .object({ memberId: id, toMemberId: id, outcome: z.string() })
    .nullable()
    .optional()
    .meta({ description: 'Of a post that records one (TML-12)' }),
  mustRead: z
    .object({ confirmedBy: z.array(id) })
    .nullable()
    .optional()
    .meta({ description: 'Of a post that every staff member is to confirm (TML-1)' }),
  draftId: id.nullable().optional().meta({ description: 'The draft that was sent with it' }),
  imported: z.boolean().optional().meta({
    description: 'Written by an import: neither staff nor webhooks are told of each such post',
  }),
  redacted: z
    .boolean()
    .optional()
    .meta({ description: 'Its texts lost the name of an erased member: copies follow (MBR-5)' }),
  tally,
});
/** A comment, with the owner of its post. */
const commentFacts = threadFacts.extend({ commentId: id, postOwnerId: id });
const threadGone = z.object({ postId: id, commentId: id.nullable(), tally });

const reactionFacts = z.object({
  postId: id,
  commentId: id.nullable(),
  ownerId: id.meta({ description: 'Who wrote what was reacted to' }),
  excerpt: z.string(),
  reactionId: id,
  emoji: z.string(),
  reactedBy: id,
});

const labelFacts = z.object({
  labelId: id,
  name: z.string(),
  isIssue: z.boolean(),
  kind: labelKind
    .nullable()
    .optional()
    .meta({ description: 'Whether posts with it say what members seek or offer' }),
  order: z.int(),
});

const pictogramFacts = z.object({ reactionId: id, emoji: z.string(), name: z.string() });
const draftFacts = z.object({ staffId: id, draftId: id });

const taskFacts = z.object({
  taskId: id,
  postId: id,
  commentId: id.nullable(),
  ownerId: id,
  excerpt: z.string(),
  memberIds: z.array(id),
  mirror,
  /** Null where the field did not change with this event. */
  previous: z.object({ status: taskStatus.nullable(), assignUserId: id.nullable() }).nullable(),
  changed: z
    .array(z.string())
    .optional()
    .meta({ description: 'Fields of the mirror whose value is not what it was' }),
  redacted: z
    .boolean()
    .optional()
    .meta({ description: 'Its excerpt lost the name of an erased member: copies follow (MBR-5)' }),
});

const reachOutCandidate = z.object({
  memberId: id,
  reason: z.enum(['quiet', 'joined', 'issue']),
  from: instant.meta({ description: 'When the reason begins to hold; it may lie ahead' }),
  until: instant.nullable().meta({ description: 'When it no longer holds by itself' }),
  lastTalkedAt: instant.nullable(),
  openIssues: z.int().min(0),
});

const foundWish = z.object({ postId: id, memberId: id, excerpt: z.string(), talkedAt: instant });
const foundOffer = foundWish.extend({ postId: id.nullable(), talkedAt: instant.nullable() });
const foundMatch = z.object({ seeks: foundWish, offers: foundOffer, words: match.shape.words });

/** Every event of the installation. Adding a field is free; another meaning is another name. */
export const events = {
  spaceCreated: defineEvent('identity.space.created', 'services', spaceFacts),
  spaceUpdated: defineEvent('identity.space.updated', 'space', spaceFacts),
  staffAdded: defineEvent('identity.staff.added', 'space', staffFacts),
  staffUpdated: defineEvent('identity.staff.updated', 'space', staffFacts),
  staffDeactivated: defineEvent('identity.staff.deactivated', 'space', staffFacts),
  staffActivated: defineEvent('identity.staff.activated', 'space', staffFacts),
  sessionRevoked: defineEvent(
    'identity.session.revoked',
    'staff',
    z.object({
      staffId: id,
      sessionIds: z.array(id),
      reason: z.string(),
      continues: z.boolean().optional().meta({
        description: 'Only the access tokens end; the session gives new ones with other rights',
      }),
    }),
  ),
  /** Audit log entries (IDN-13); `actor` and `at` are in the envelope. Identity stores them. */
  identityAudited: defineEvent('identity.audit.recorded', 'services', auditFacts),
  membersAudited: defineEvent('members.audit.recorded', 'services', auditFacts),
  timelineAudited: defineEvent('timeline.audit.recorded', 'services', auditFacts),
  integrationsAudited: defineEvent('integrations.audit.recorded', 'services', auditFacts),
  searchAudited: defineEvent('search.audit.recorded', 'services', auditFacts),
  tasksAudited: defineEvent('tasks.audit.recorded', 'services', auditFacts),
  memberAdded: defineEvent('members.member.added', 'space', memberFacts),
  memberUpdated: defineEvent('members.member.updated', 'space', memberFacts),
  memberDeleted: defineEvent('members.member.deleted', 'space', memberFacts),
  memberRestored: defineEvent('members.member.restored', 'space', memberFacts),
  /**
   * A member was erased (MBR-5): services delete their copies. The names to remove from texts come
   * from the question `members.findErasure`.
   */
  memberErased: defineEvent(
    'members.member.erased',
    'services',
    z.object({ memberId: id, memberIds: z.array(id) }),
  ),
  /** Members that an import added, updated or reverted. */
  membersImported: defineEvent(
    'members.member.imported',
    'space',
    z.object({
      importId: id,
      members: z.array(memberFacts.extend({ version: z.int().min(1) })).max(200),
    }),
  ),
  /** An import of members has ended or was reverted; its steps were published before (INT-3). */
  memberImportFinished: defineEvent(
    'members.import.finished',
    'services',
    z.object({
      importId: id,
      added: z.int().min(0),
      updated: z.int().min(0),
      reverted: z.int().min(0).optional(),
    }),
  ),
  /** Member types were added or moved. */
  memberTypesChanged: defineEvent(
    'members.memberType.changed',
    'space',
    z.object({ typeIds: z.array(id).max(MEMBER_TYPE_LIMIT) }),
  ),
  memberTypeRenamed: defineEvent(
    'members.memberType.renamed',
    'space',
    z.object({ typeId: id, name: z.string() }),
  ),
  memberTypeDeleted: defineEvent('members.memberType.deleted', 'space', z.object({ typeId: id })),
  /** A custom field was added, changed, moved or deleted. */
  customFieldsChanged: defineEvent(
    'members.customField.changed',
    'space',
    z.object({ fieldIds: z.array(id).max(CUSTOM_FIELD_LIMIT) }),
  ),
  postCreated: defineEvent('timeline.post.created', 'space', threadFacts),
  postUpdated: defineEvent('timeline.post.updated', 'space', threadFacts),
  postDeleted: defineEvent('timeline.post.deleted', 'space', threadGone),
  /** Staff who have not confirmed a must-read post are to be notified again (TML-1). */
  postReminded: defineEvent(
    'timeline.post.reminded',
    'services',
    z.object({ postId: id, ownerId: id, confirmedBy: z.array(id) }),
  ),
  /** An import of posts has ended; each post has its own `timeline.post.created` (INT-3). */
  postsImported: defineEvent(
    'timeline.posts.imported',
    'services',
    z.object({ importId: id, added: z.int().min(1) }),
  ),
  commentCreated: defineEvent('timeline.comment.created', 'space', commentFacts),
  commentUpdated: defineEvent('timeline.comment.updated', 'space', commentFacts),
  commentDeleted: defineEvent('timeline.comment.deleted', 'space', threadGone),
  reactionAdded: defineEvent('timeline.reaction.added', 'space', reactionFacts),
  reactionRemoved: defineEvent('timeline.reaction.removed', 'space', reactionFacts),
  labelCreated: defineEvent('timeline.label.created', 'space', labelFacts),
  labelUpdated: defineEvent('timeline.label.updated', 'space', labelFacts),
  labelDeleted: defineEvent('timeline.label.deleted', 'space', labelFacts),
  pictogramCreated: defineEvent('timeline.pictogram.created', 'space', pictogramFacts),
  pictogramUpdated: defineEvent('timeline.pictogram.updated', 'space', pictogramFacts),
  pictogramDeleted: defineEvent('timeline.pictogram.deleted', 'space', pictogramFacts),
  pinsChanged: defineEvent('timeline.pin.changed', 'space', z.object({ postIds: z.array(id) })),
  savedViewChanged: defineEvent(
    'timeline.savedView.changed',
    'space',
    z.object({ savedViewId: id, staffId: id }),
  ),
  templateChanged: defineEvent('timeline.template.changed', 'space', z.object({ templateId: id })),
  draftSaved: defineEvent('timeline.draft.saved', 'staff', draftFacts),
  draftDeleted: defineEvent('timeline.draft.deleted', 'staff', draftFacts),
  /** A chat or webhook was turned off automatically; administrators are notified (INT-3). */
  receiverDisabled: defineEvent(
    'integrations.receiver.disabled',
    'services',
    z.object({
      target: z.string().meta({ description: 'A chat, or the id of a webhook' }),
      name: z.string().meta({ description: 'For people, without secrets' }),
      reason: receiverDisabledReason,
      failingSince: instant.nullable(),
    }),
  ),
  rankingChanged: defineEvent('timeline.ranking.changed', 'space', z.object({ month: z.string() })),
  taskCreated: defineEvent('tasks.task.created', 'space', taskFacts),
  taskUpdated: defineEvent('tasks.task.updated', 'space', taskFacts),
  taskDeleted: defineEvent('tasks.task.deleted', 'space', taskFacts),
  /** The reminder of a task is due (TSK-3). */
  taskReminded: defineEvent('tasks.task.reminded', 'services', taskFacts),
  taskFilterChanged: defineEvent(
    'tasks.filter.changed',
    'staff',
    z.object({ staffId: id, filterId: id }),
  ),
  savedSearchChanged: defineEvent(
    'search.savedSearch.changed',
    'staff',
    z.object({ staffId: id, savedSearchId: id }),
  ),
  /** Members of the space that its staff may want to talk with (INS-4). */
  reachOutChanged: defineEvent(
    'search.reachOut.changed',
    'space',
    z.object({ candidates: z.array(reachOutCandidate).max(60) }),
  ),
  /** Members of whom one seeks what another offers; the best first. */
  matchesChanged: defineEvent(
    'search.matches.changed',
    'space',
    z.object({ matches: z.array(foundMatch).max(MATCH_LIMIT) }),
  ),
  /** How often staff talked with a member, and how many issues are open (MBR-1). */
  memberFiguresCounted: defineEvent(
    'search.memberFigures.counted',
    'services',
    z.object({ memberId: id, posts: z.int().min(0), openIssues: z.int().min(0) }),
  ),
  /** A staff member follows or mutes something, or no longer does (NTF-1). */
  followChanged: defineEvent(
    'notifications.follow.changed',
    'staff',
    z.object({ staffId: id, target: followTarget, targetId: id }),
  ),
  notificationCreated: defineEvent(
    'notifications.notification.created',
    'staff',
    z.object({ staffId: id, notificationId: id, kind: notificationKind, postId: id }),
  ),
  notificationRead: defineEvent(
    'notifications.notification.read',
    'staff',
    z.object({ staffId: id, notificationIds: z.array(id) }),
  ),
  notificationUnread: defineEvent(
    'notifications.notification.unread',
    'staff',
    z.object({ staffId: id, notificationIds: z.array(id) }),
  ),
  /** The cause was undone before the notification was read. */
  notificationWithdrawn: defineEvent(
    'notifications.notification.withdrawn',
    'staff',
    z.object({ staffId: id, notificationIds: z.array(id) }),
  ),
} as const;

export type EventKey = keyof typeof events;
export type EventName = (typeof events)[EventKey]['name'];
