import { randomUUID } from 'node:crypto';
import { events, type DataOf } from '@engawa/contracts';
import { newMirror } from '@engawa/mirror';
import { answerAs, startTestService, type TestService } from '@engawa/testing';
import { notifications } from '../index';

type CommentFacts = DataOf<typeof events.commentCreated>;
type PostFacts = DataOf<typeof events.postCreated>;
type ReactionFacts = DataOf<typeof events.reactionAdded>;
type TaskFacts = DataOf<typeof events.taskCreated>;

/** The service, beside a timeline that has only the posts of its events. */
export async function startNotifications(
  options?: Parameters<typeof startTestService>[1],
): Promise<TestService> {
  const service = await startTestService(notifications, options);
  const timeline = await answerAs(service, 'timeline', {
    'timeline.findTaskSources': () => ({ items: [], next: null }),
  });
  const { stop } = service;
  return Object.assign(service, {
    stop: async () => {
      await timeline.close();
      await stop();
    },
  });
}

/** Data of `timeline.comment.created` or `.updated`. */
export function commentFacts(facts: Partial<CommentFacts> = {}): CommentFacts {
  const now = new Date().toISOString();
  return {
    postId: randomUUID(),
    commentId: randomUUID(),
    postOwnerId: 'owner',
    ownerId: 'writer',
    memo: '内覧の件、来週で調整します',
    memberIds: [],
    mentions: [],
    labelIds: [],
    attachmentTitles: [],
    talkedAt: now,
    createdAt: now,
    mirror: null,
    ...facts,
  };
}

/** Data of `timeline.post.created` or `.updated`. */
export function postFacts(facts: Partial<PostFacts> = {}): PostFacts {
  const { postOwnerId: _owner, ...post } = commentFacts();
  return { ...post, commentId: null, ...facts };
}

/** Data of `timeline.reaction.added` or `.removed`. */
export function reactionFacts(facts: Partial<ReactionFacts> = {}): ReactionFacts {
  return {
    postId: randomUUID(),
    commentId: null,
    ownerId: 'owner',
    excerpt: '今日の様子',
    reactionId: 'thumbs-up',
    emoji: '👍',
    reactedBy: 'reader',
    ...facts,
  };
}

/** Data of `tasks.task.*`. */
export function taskFacts(
  facts: Partial<TaskFacts> & { assignUserId?: string | null; status?: 'waiting' | 'done' } = {},
): TaskFacts {
  const { assignUserId = null, status = 'waiting', ...rest } = facts;
  const postId = facts.postId ?? randomUUID();
  return {
    taskId: postId,
    postId,
    commentId: null,
    ownerId: 'owner',
    excerpt: '鍵の受け渡し',
    memberIds: [],
    mirror: newMirror(
      {
        present: true,
        status: { status, statusUpdatedAt: new Date().toISOString() },
        assignUserId,
        labelIds: [],
        dueAt: null,
      },
      'timeline',
    ),
    previous: null,
    changed: [],
    ...rest,
  };
}

/** Subject and texts of a mail, decoded from quoted-printable and base64. */
export function decodedMail(mail: string): string {
  const words = mail
    .replace(/\?=\r?\n\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?(Q|B)\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : unquoted(text.replaceAll('_', ' ')),
    );
  const parts = words.split(/\r?\n\r?\n/).map((part) => {
    const text = unquoted(part.replace(/=\r?\n/g, ''));
    const compact = part.replace(/\s/g, '');
    const base64 = /^[A-Za-z0-9+/=]{24,}$/.test(compact);
    return base64 ? Buffer.from(compact, 'base64').toString('utf8') : text;
  });
  return parts.join('\n\n');
}

function unquoted(text: string): string {
  return text.replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  );
}
