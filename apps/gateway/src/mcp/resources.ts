import { cursor, id, type Comment, type Permission, type Post, type Task } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import { z } from 'zod';
import type { McpCaller } from './mcp-caller';
import { briefOf } from './tool/brief-tools';
import { quote, toMembers, toStaff, uriOf, wholeCharacters } from './tool/quote';
import type { Texts } from './tool/tool';
import { todayOf } from './tool/today-tools';

/** Longest part of a memo returned at once, in UTF-16 units. */
const MEMO_PART = 8_000;
const COMMENTS_A_PAGE = 20;

export interface Resource {
  readonly name: string;
  readonly template: string;
  readonly title: Texts;
  readonly needs: readonly Permission[];
  read(caller: McpCaller, id: string, query: URLSearchParams): Promise<object>;
}

const postQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).max(20_000).default(0),
  cursor: cursor.optional(),
});

/** A post with its comments; a long memo and many comments continue at `next` addresses. */
async function readPost(caller: McpCaller, postId: string, query: URLSearchParams) {
  const asked = postQuery.safeParse(Object.fromEntries(query));
  if (!asked.success) throw new ProblemError('request.invalid-cursor');
  const { offset, cursor: position } = asked.data;
  const place = `/posts/${postId}`;
  type Comments = { items: Comment[]; nextCursor: string | null };
  const page = { limit: COMMENTS_A_PAGE, cursor: position };
  const [post, comments] = await Promise.all([
    caller.get<Post>(place),
    caller.get<Comments>(`${place}/comments`, page),
  ]);
  const end = Math.min(post.memo.length, offset + MEMO_PART);
  const address = uriOf.post(postId);
  return {
    postId,
    by: toStaff(post.owner),
    members: toMembers(post.members),
    memo: {
      untrustedText: wholeCharacters(post.memo, offset, end),
      cut: end < post.memo.length,
      next: end < post.memo.length ? `${address}?offset=${end}` : null,
    },
    labelIds: post.labelIds,
    task: post.task,
    issue: post.issue,
    talkedAt: post.talkedAt,
    commentCount: post.commentCount,
    comments: {
      items: comments.items.map((comment) => ({
        commentId: comment.id,
        by: toStaff(comment.owner),
        memo: quote(comment.memo, 1_000),
        task: comment.task,
        createdAt: comment.createdAt,
      })),
      next: comments.nextCursor && `${address}?cursor=${comments.nextCursor}`,
    },
  };
}

async function readTask(caller: McpCaller, taskId: string) {
  const found = await caller.get<Task>(`/tasks/${taskId}`);
  return {
    taskId,
    post: uriOf.post(found.postId),
    commentId: found.commentId,
    by: toStaff(found.owner),
    assignee: found.assignee && toStaff(found.assignee),
    members: toMembers(found.members),
    memo: quote(found.memo, MEMO_PART),
    task: found.task,
    labelIds: found.labelIds,
  };
}

export const resources: readonly Resource[] = [
  {
    name: 'today',
    template: 'engawa://today',
    title: { ja: '今日', en: 'Today' },
    needs: ['notification.read'],
    read: (caller) => todayOf(caller),
  },
  {
    name: 'member',
    template: 'engawa://member/{id}',
    title: { ja: '会員の要約', en: 'Brief of a member' },
    needs: ['member.read', 'search.read'],
    read: (caller, memberId) => briefOf(caller, memberId),
  },
  {
    name: 'post',
    template: 'engawa://post/{id}{?offset,cursor}',
    title: { ja: '投稿とコメント', en: 'A post with its comments' },
    needs: ['post.read'],
    read: readPost,
  },
  {
    name: 'task',
    template: 'engawa://task/{id}',
    title: { ja: 'タスク', en: 'A task' },
    needs: ['task.read'],
    read: (caller, taskId) => readTask(caller, taskId),
  },
];

const addressForm = /^engawa:\/\/([a-z]+)(?:\/([^/?#]+))?(?:\?([^#]*))?$/;

/** The resource of an address; null if it names none. */
export function resourceAt(
  address: string,
): { resource: Resource; id: string; query: URLSearchParams } | null {
  const [, name, place = '', query = ''] = addressForm.exec(address.slice(0, 2_000)) ?? [];
  const resource = resources.find((one) => one.name === name);
  if (!resource) return null;
  const wantsId = resource.template.includes('{id}');
  if (wantsId ? !id.safeParse(place).success : place !== '') return null;
  return { resource, id: place, query: new URLSearchParams(query) };
}
