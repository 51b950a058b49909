import type { KindPreference, MailChoice, NotificationKind } from '@engawa/contracts';

/** Longest excerpt of a memo, in characters. */
export const EXCERPT_LENGTH = 140;

/** Who is told, and why. One event tells a staff at most once (NTF-1). */
export interface Recipient {
  staffId: string;
  /** Every kind that the event is for this staff, the closest first. */
  kinds: [NotificationKind, ...NotificationKind[]];
}

/** Everyone once, with all kinds that are given for them; the one who did it is never told. */
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

/** How one staff is told of one event. */
export interface DeliveryChannels {
  /** What the entry in the app is called; that of the mail where the app shows none. */
  kind: NotificationKind;
  app: boolean;
  mail: MailChoice;
  /** What the mail is called. */
  mailKind: NotificationKind;
}

/**
 * The first kind that the staff wants in the app, and the first that they want by mail: a comment on
 * one's own post does not get lost because it also mentions one (NTF-3). Null where neither is
 * wanted.
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

/** A comment tells whom it mentions, then the post's owner and whoever took part before (NTF-1). */
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

/** An edit of a comment, or a post, tells those whom it newly mentions. */
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

/** A reaction tells who wrote what it stands on. */
export function notificationsForReaction(reaction: {
  reactedBy: string;
  ownerId: string;
}): Recipient[] {
  return recipientsOf(reaction.reactedBy, [['reaction', [reaction.ownerId]]]);
}

/**
 * A task tells its assignee that it is theirs, whoever had it before that it no longer is, and owner
 * and assignee of a new status.
 */
export function notificationsForTask(task: {
  actor: string | null;
  isNew: boolean;
  changed: readonly string[];
  ownerId: string;
  assignUserId: string | null;
  /** Whose it was before this change; null for nobody. */
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

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/** The beginning of a memo in one line, cut between characters. */
export function excerptOf(memo: string): string {
  const line = memo.replace(/\s+/gu, ' ').trim();
  const head = line.slice(0, EXCERPT_LENGTH * 4).replace(/[\uD800-\uDBFF]$/, '');
  const characters = [...segmenter.segment(head)].map(({ segment }) => segment);
  // The last character of a cut head may be half of one.
  if (head.length < line.length) characters.pop();
  else if (characters.length <= EXCERPT_LENGTH) return line;
  return `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}

/** Path of what a notification leads to, in the form of the source. */
export function referenceIdOf(
  space: string,
  reference: { postId: string; commentId: string | null },
): string {
  const post = `spaces/${space}/posts/${reference.postId}`;
  return reference.commentId ? `${post}/comments/${reference.commentId}` : post;
}
