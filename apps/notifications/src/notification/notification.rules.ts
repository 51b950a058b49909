import type { NotificationKind } from '@engawa/contracts';

/** Longest excerpt of a memo, in characters. */
export const EXCERPT_LENGTH = 140;

/** Who is told, and why. One event tells a staff at most once (NTF-1). */
export interface Telling {
  staffId: string;
  kind: NotificationKind;
}

/** The first kind that is given for a staff wins; the one who did it is never told. */
function tellings(
  actor: string | null,
  wanted: [NotificationKind, (string | null)[]][],
): Telling[] {
  const told = new Map<string, NotificationKind>();
  for (const [kind, staffIds] of wanted) {
    for (const staffId of staffIds) {
      if (staffId && staffId !== actor && !told.has(staffId)) told.set(staffId, kind);
    }
  }
  return [...told].map(([staffId, kind]) => ({ staffId, kind }));
}

/** A comment tells whom it mentions, then the post's owner and whoever took part before (NTF-1). */
export function tellingsOfComment(comment: {
  actor: string | null;
  ownerId: string;
  postOwnerId: string;
  mentions: string[];
  participants: string[];
}): Telling[] {
  return tellings(comment.actor ?? comment.ownerId, [
    ['mention', comment.mentions],
    ['comment', [comment.postOwnerId, ...comment.participants]],
  ]);
}

/** An edit of a comment, or a post, tells those whom it newly mentions. */
export function tellingsOfMentions(edit: {
  actor: string | null;
  ownerId: string;
  mentions: string[];
  mentionedBefore: string[];
}): Telling[] {
  const before = new Set(edit.mentionedBefore);
  return tellings(edit.actor ?? edit.ownerId, [
    ['mention', edit.mentions.filter((staffId) => !before.has(staffId))],
  ]);
}

/** A reaction tells who wrote what it stands on. */
export function tellingsOfReaction(reaction: { reactedBy: string; ownerId: string }): Telling[] {
  return tellings(reaction.reactedBy, [['reaction', [reaction.ownerId]]]);
}

/** A task tells its assignee that it is theirs, and owner and assignee of a new status. */
export function tellingsOfTask(task: {
  actor: string | null;
  isNew: boolean;
  changed: readonly string[];
  ownerId: string;
  assignUserId: string | null;
}): Telling[] {
  const assigned = task.isNew || task.changed.includes('assignUserId');
  const moved = !task.isNew && task.changed.includes('status');
  return tellings(task.actor, [
    ['taskAssigned', assigned ? [task.assignUserId] : []],
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
