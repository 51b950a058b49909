import {
  id,
  instant,
  memo,
  type Comment,
  type Post,
  type Task,
  type TaskObject,
} from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import { z } from 'zod';
import type { McpCaller } from '../mcp-caller';
import { uri, uriOf } from './quote';
import { adds, changes, defineTool, type SelectText } from './tool';

const written = z.object({ uri, postId: z.string(), commentId: z.string().nullable() });
const taskChange = z.object({ uri, taskId: z.string(), status: z.string() });

const keyOf = (t: SelectText) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{8,128}$/)
    .optional()
    .meta({
      description: t(
        '同じ値で繰り返しても 1 度だけ書き込まれます',
        'Repeating a call with the same key writes once',
      ),
    });
const memoOf = (t: SelectText) => memo.meta({ description: t('本文', 'The text') });
const membersOf = (t: SelectText) =>
  z
    .array(id)
    .max(50)
    .default([])
    .meta({ description: t('話した会員の id', 'Ids of the members who were talked with') });
const mentionsOf = (t: SelectText) =>
  z
    .array(id)
    .max(50)
    .default([])
    .meta({ description: t('知らせるスタッフの id', 'Ids of staff members to tell') });
const labelsOf = (t: SelectText) =>
  z
    .array(id)
    .max(20)
    .default([])
    .meta({ description: t('ラベルの id', 'Ids of labels') });

export const writePost = defineTool({
  name: 'write_post',
  needs: ['post.write'],
  title: { ja: '投稿を書く', en: 'Write a post' },
  description: {
    ja: '会員と話したことをタイムラインに書きます。スペースのスタッフ全員が読みます。',
    en: 'Writes down a talk on the timeline. Every staff member of the space reads it.',
  },
  annotations: adds,
  input: (t) =>
    z.strictObject({
      memo: memoOf(t),
      memberIds: membersOf(t),
      mentions: mentionsOf(t),
      labelIds: labelsOf(t),
      talkedAt: instant.optional().meta({
        description: t('話した時刻。省略すると今', 'When the talk was; now unless given'),
      }),
      idempotencyKey: keyOf(t),
    }),
  output: written,
  async run(caller, { idempotencyKey, ...body }) {
    const post = await caller.post<Post>('/posts', { body, idempotencyKey });
    return { uri: uriOf.post(post.id), postId: post.id, commentId: null };
  },
});

export const comment = defineTool({
  name: 'comment',
  needs: ['post.write'],
  title: { ja: 'コメントする', en: 'Comment' },
  description: {
    ja: '投稿にコメントを書きます。',
    en: 'Writes a comment on a post.',
  },
  annotations: adds,
  input: (t) =>
    z.strictObject({
      postId: id.meta({ description: t('投稿の id', 'Id of the post') }),
      memo: memoOf(t),
      mentions: mentionsOf(t),
      idempotencyKey: keyOf(t),
    }),
  output: written,
  async run(caller, { postId, idempotencyKey, ...body }) {
    const path = `/posts/${encodeURIComponent(postId)}/comments`;
    const { id: commentId } = await caller.post<Comment>(path, { body, idempotencyKey });
    return { uri: uriOf.post(postId), postId, commentId };
  },
});

export const createTask = defineTool({
  name: 'create_task',
  needs: ['post.write', 'post.read'],
  title: { ja: 'タスクを作る', en: 'Create a task' },
  description: {
    ja: 'タスクを作ります。memo だけなら新しい投稿、postId と memo なら投稿へのコメント、postId だけならその投稿がタスクになります。すでにタスクの投稿は変わりません。',
    en: 'Makes a task: of a new post with `memo` alone, of a comment with `postId` and `memo`, of the post itself with `postId` alone. A post that is a task already stays as it is.',
  },
  annotations: adds,
  input: (t) =>
    z.strictObject({
      memo: memoOf(t).optional(),
      postId: id.optional().meta({ description: t('投稿の id', 'Id of a post') }),
      memberIds: membersOf(t),
      labelIds: labelsOf(t),
      assigneeId: z
        .union([z.literal('me'), id])
        .optional()
        .meta({ description: t('担当。me は自分', 'Staff member in charge; `me` for oneself') }),
      dueAt: instant.optional().meta({ description: t('期限', 'When it is due') }),
      idempotencyKey: keyOf(t),
    }),
  output: taskChange,
  async run(caller, input) {
    const { assigneeId, dueAt } = input;
    const assignUserId = assigneeId === 'me' ? caller.claims.sub : assigneeId;
    const source = await taskSource(caller, input, {
      ...(assignUserId !== undefined && { assignUserId }),
      ...(dueAt !== undefined && { dueAt }),
    });
    return {
      uri: uriOf.task(source.id),
      taskId: source.id,
      status: source.task?.status ?? 'waiting',
    };
  },
});

/** The fields of a task that the caller gave. */
interface TaskFields {
  readonly assignUserId?: string;
  readonly dueAt?: string;
}

/** The post or comment that is a task now; the task has its id. */
async function taskSource(
  caller: McpCaller,
  input: {
    memo?: string | undefined;
    postId?: string | undefined;
    memberIds: string[];
    labelIds: string[];
    idempotencyKey?: string | undefined;
  },
  task: TaskFields,
): Promise<Post | Comment> {
  const { memo: text, postId, memberIds, labelIds, idempotencyKey } = input;
  if (postId === undefined) {
    const body = { memo: text ?? '', memberIds, labelIds, task };
    return caller.post<Post>('/posts', { body, idempotencyKey });
  }
  if (memberIds.length > 0) {
    // A comment has no members of its own (TML-2), and a post's are not changed here.
    const pointer = '/body/memberIds';
    throw new ProblemError('request.invalid', { errors: [{ pointer, code: 'unknown-field' }] });
  }
  const place = `/posts/${encodeURIComponent(postId)}`;
  if (text !== undefined) {
    const body = { memo: text, labelIds, task };
    return caller.post<Comment>(`${place}/comments`, { body, idempotencyKey });
  }
  const post = await caller.get<Post>(place);
  if (post.task) {
    // A repeated call succeeds. Anything else would change the task of somebody else.
    if (isSuchTask(post, post.task, task, labelIds)) return post;
    throw new ProblemError('gateway.tool.already-task');
  }
  const labels =
    labelIds.length > 0 ? { labelIds: [...new Set([...post.labelIds, ...labelIds])] } : {};
  return caller.patch<Post>(place, { body: { task, ...labels }, version: post.version });
}

/** Whether the post's task has what the caller gave. */
function isSuchTask(
  post: Post,
  { assignUserId, dueAt }: TaskObject,
  given: TaskFields,
  labelIds: readonly string[],
): boolean {
  return (
    (given.assignUserId === undefined || given.assignUserId === assignUserId) &&
    (given.dueAt === undefined || Date.parse(given.dueAt) === Date.parse(dueAt ?? '')) &&
    labelIds.every((labelId) => post.labelIds.includes(labelId))
  );
}

export const finishTask = defineTool({
  name: 'finish_task',
  needs: ['task.read', 'task.write'],
  title: { ja: 'タスクを完了', en: 'Finish a task' },
  description: {
    ja: 'タスクを完了にします。すでに完了していれば何も変わりません。',
    en: 'Marks a task as done; nothing changes where it is done already.',
  },
  annotations: changes,
  input: (t) =>
    z.strictObject({ taskId: id.meta({ description: t('タスクの id', 'Id of the task') }) }),
  output: taskChange,
  async run(caller, { taskId }) {
    const place = `/tasks/${encodeURIComponent(taskId)}`;
    const found = await caller.get<Task>(place);
    const isDone = found.task.status === 'done';
    const { task } = isDone
      ? found
      : await caller.patch<Task>(place, { body: { status: 'done' }, version: found.version });
    return { uri: uriOf.task(taskId), taskId, status: task.status };
  },
});
