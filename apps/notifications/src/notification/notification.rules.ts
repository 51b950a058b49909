import type { KindPreference, MailChoice, NotificationKind } from '@engawa/contracts';

/** Longest excerpt of a memo, in characters. */
export const EXCERPT_LENGTH = 140;

/** A recipient and the kinds that apply. An event notifies a staff member at most once (NTF-1). */
export interface Recipient {
  staffId: string;
  /** All kinds that apply, the most specific first. */
  kinds: [NotificationKind, ...NotificationKind[]];
}

/** Each recipient once with all kinds; the actor is never notified. */
function recipientsOf(
  actor: string | null,
  wanted: [NotificationKind, (string | null)[]][],
): Recipient[] {
  const told = new Map<string, Recipient['kinds']>();
  for (const [kind, staffIds] of wanted) {
    for (const staffId of staffIds) {
      if (!staffId || staffId === actor) continue;
      const kinds = told.get(staffId);
      if (!kinds) told.set(staffId, [kind]);
      else if (!kinds.includes(kind)) kinds.push(kind);
    }
  }
  return [...told].map(([staffId, kinds]) => ({ staffId, kinds }));
}

/** How one staff member is notified of one event. */
export interface DeliveryChannels {
  /** Kind of the entry in the app; that of the mail when the app shows none. */
  kind: NotificationKind;
  app: boolean;
  mail: MailChoice;
  /** Kind of the mail. */
  mailKind: NotificationKind;
}

/**
 * The first kind that is enabled in the app, and the first that is enabled by mail, so that a
 * comment on one's own post is not lost because it also mentions one (NTF-3). Null when neither is
 * enabled.
 */
export function channelsFor(
  kinds: Recipient['kinds'],
  preferenceFor: (kind: NotificationKind) => KindPreference,
): DeliveryChannels | null {
  const inApp = kinds.find((kind) => preferenceFor(kind).app);
  const byMail = kinds.find((kind) => preferenceFor(kind).mail !== 'none');
  const kind = inApp ?? byMail;
  if (kind === undefined) return null;
  return {
    kind,
    app: inApp !== undefined,
    mail: byMail === undefined ? 'none' : preferenceFor(byMail).mail,
    mailKind: byMail ?? kind,
  };
}

/** A comment notifies mentioned staff, then the post's owner and earlier participants (NTF-1). */
export function notificationsForComment(comment: {
  actor: string | null;
  ownerId: string;
  postOwnerId: string;
  mentions: string[];
  participants: string[];
}): Recipient[] {
  return recipientsOf(comment.actor ?? comment.ownerId, [
    ['mention', comment.mentions],
    ['comment', [comment.postOwnerId, ...comment.participants]],
  ]);
}

/** An edit of a comment or post notifies newly mentioned staff. */
export function notificationsForMentions(edit: {
  actor: string | null;
  ownerId: string;
  mentions: string[];
  mentionedBefore: string[];
}): Recipient[] {
  const before = new Set(edit.mentionedBefore);
  return recipientsOf(edit.actor ?? edit.ownerId, [
    ['mention', edit.mentions.filter((staffId) => !before.has(staffId))],
  ]);
}

/** A reaction notifies the author. */
export function notificationsForReaction(reaction: {
  reactedBy: string;
  ownerId: string;
}): Recipient[] {
  return recipientsOf(reaction.reactedBy, [['reaction', [reaction.ownerId]]]);
}

/**
 * A task notifies a new assignee, the previous assignee, and on a status change owner and assignee.
 */
export function notificationsForTask(task: {
  actor: string | null;
  isNew: boolean;
  changed: readonly string[];
  ownerId: string;
  assignUserId: string | null;
  /** The previous assignee; null for none. */
  assignedBefore: string | null;
}): Recipient[] {
  const reassigned = !task.isNew && task.changed.includes('assignUserId');
  const assigned = task.isNew || reassigned;
  const moved = !task.isNew && task.changed.includes('status');
  return recipientsOf(task.actor, [
    ['taskAssigned', assigned ? [task.assignUserId] : []],
    ['taskUnassigned', reassigned ? [task.assignedBefore] : []],
    ['taskStatus', moved ? [task.ownerId, task.assignUserId] : []],
  ]);
}

/** A must-read post notifies all active staff who have not confirmed it. */
export function notificationsForMustRead(post: {
  ownerId: string;
  confirmedBy: readonly string[];
  staffs: readonly { id: string; deactivated: boolean }[];
}): Recipient[] {
  const confirmed = new Set(post.confirmedBy);
  return recipientsOf(post.ownerId, [
    [
      'mustRead',
      post.staffs
        .filter(({ id, deactivated }) => !deactivated && !confirmed.has(id))
        .map(({ id }) => id),
    ],
  ]);
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/** The start of a memo on one line, cut between characters. */
export function excerptOf(memo: string): string {
  const line = memo.replace(/\s+/gu, ' ').trim();
  const head = line.slice(0, EXCERPT_LENGTH * 4).replace(/[\uD800-\uDBFF]$/, '');
  const characters = [...segmenter.segment(head)].map(({ segment }) => segment);
  // The last character of a cut text may be incomplete.
  if (head.length < line.length) characters.pop();
  else if (characters.length <= EXCERPT_LENGTH) return line;
  return `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}

/** Path of a notification's target, as in the specification. */
export function referenceIdOf(
  space: string,
  reference: { postId: string; commentId: string | null },
): string {
  const post = `spaces/${space}/posts/${reference.postId}`;
  return reference.commentId ? `${post}/comments/${reference.commentId}` : post;
}
