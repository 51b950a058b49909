import type { Comment, Post, UpdateCommentInput, UpdatePostInput } from '@engawa/contracts';

type Content = Post | Comment;
type Change = UpdatePostInput | UpdateCommentInput;

const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id);

/** The value of a field of a change, as the content has it. */
function valueOf(content: Partial<Post & Comment>, field: string): unknown {
  const { task, introduction } = content;
  switch (field) {
    case 'task':
      return task ? [task.status, task.assignUserId, task.dueAt] : null;
    case 'memberIds':
      return ids(content.members ?? []);
    case 'attachmentIds':
      return ids(content.attachments ?? []);
    case 'mentions':
      return ids(content.mentions ?? []);
    case 'introduction':
      return introduction
        ? [introduction.about, introduction.outcome, introduction.outcomeNote]
        : null;
    default:
      return content[field as keyof Content];
  }
}

/** Whether somebody else changed a field that a change is about since it was seen. */
export function isRace(seen: Content, now: Content, change: Change): boolean {
  return Object.keys(change).some(
    (field) => JSON.stringify(valueOf(seen, field)) !== JSON.stringify(valueOf(now, field)),
  );
}
