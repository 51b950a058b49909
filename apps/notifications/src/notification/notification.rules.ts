import {
  type KindPreference,
  type MailChoice,
  type NotificationKind,
  withoutMemberAddresses,
} from '@engawa/contracts';

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
  const kindsByStaff = new Map<string, Recipient['kinds']>();
  for (const [kind, staffIds] of wanted) {
    for (const staffId of staffIds) {
      if (!staffId || staffId === actor) continue;
      const kinds = kindsByStaff.get(staffId);
      if (!kinds) kindsByStaff.set(staffId, [kind]);
      else if (!kinds.includes(kind)) kinds.push(kind);
    }
  }
  return [...kindsByStaff].map(([staffId, kinds]) => ({ staffId, kinds }));
}

/** Kinds that a muted post does not notify of; the others are for the recipient alone. */
const mutableKinds: readonly NotificationKind[] = ['comment', 'reaction', 'taskStatus', 'followed'];

/** Whether muting may change how somebody is notified. */
export function isMutable({ kinds }: Recipient): boolean {
  return kinds.some((kind) => mutableKinds.includes(kind));
}

/** The recipients as they are where some of them muted the post. */
export function withoutMuted(
  recipients: readonly Recipient[],
  muters: ReadonlySet<string>,
): Recipient[] {
  return recipients.flatMap((recipient) => {
    if (!muters.has(recipient.staffId)) return [recipient];
    const [first, ...rest] = recipient.kinds.filter((kind) => !mutableKinds.includes(kind));
    return first ? [{ staffId: recipient.staffId, kinds: [first, ...rest] }] : [];
  });
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

/**
 * A comment notifies mentioned staff, then the post's owner and earlier participants, then those
 * who follow the post or one of its members (NTF-1).
 */
export function notificationsForComment(comment: {
  actor: string | null;
  ownerId: string;
  postOwnerId: string;
  mentions: string[];
  participants: string[];
  followers: string[];
}): Recipient[] {
  return recipientsOf(comment.actor ?? comment.ownerId, [
    ['mention', comment.mentions],
    ['comment', [comment.postOwnerId, ...comment.participants]],
    ['followed', comment.followers],
  ]);
}

/** An edit of a comment notifies newly mentioned staff. */
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
 * A task notifies a new assignee, the previous assignee, and on a status change owner, assignee and
 * those who follow the post.
 */
export function notificationsForTask(task: {
  actor: string | null;
  isNew: boolean;
  changed: readonly string[];
  ownerId: string;
  assignUserId: string | null;
  /** The previous assignee; null for none. */
  assignedBefore: string | null;
  followers: string[];
}): Recipient[] {
  const reassigned = !task.isNew && task.changed.includes('assignUserId');
  const assigned = task.isNew || reassigned;
  const moved = !task.isNew && task.changed.includes('status');
  return recipientsOf(task.actor, [
    ['taskAssigned', assigned ? [task.assignUserId] : []],
    ['taskUnassigned', reassigned ? [task.assignedBefore] : []],
    ['taskStatus', moved ? [task.ownerId, task.assignUserId, ...task.followers] : []],
  ]);
}

/**
 * A new or changed post notifies staff who are to confirm it, newly mentioned staff, and those who
 * follow a member whom it newly names.
 */
export function notificationsForPost(post: {
  actor: string | null;
  ownerId: string;
  /** Staff who are to confirm it from now on. */
  mustRead: string[];
  mentions: string[];
  mentionedBefore: string[];
  followers: string[];
}): Recipient[] {
  const before = new Set(post.mentionedBefore);
  return recipientsOf(post.actor ?? post.ownerId, [
    ['mustRead', post.mustRead],
    ['mention', post.mentions.filter((staffId) => !before.has(staffId))],
    ['followed', post.followers],
  ]);
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/** The start of a memo on one line, cut between characters; members by name alone. */
export function excerptOf(memo: string): string {
  const line = withoutMemberAddresses(memo).replace(/\s+/gu, ' ').trim();
  // Finding characters is slow; there are never more of them than code units.
  if (line.length <= EXCERPT_LENGTH) return line;
  const head = line.slice(0, EXCERPT_LENGTH * 4).replace(/[\uD800-\uDBFF]$/, '');
  const characters: string[] = [];
  for (const { segment } of segmenter.segment(head)) {
    if (characters.push(segment) > EXCERPT_LENGTH) break;
  }
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
