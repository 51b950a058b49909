import { cursor, type ColdMember, type Handover, type Task } from '@engawa/contracts';
import { z } from 'zod';
import type { McpCaller } from '../mcp-caller';
import { nextCursor, person, quote, quoted, toMember, toStaff, uri, uriOf } from './quote';
import { defineTool, reads } from './tool';

const SHOWN = 10;
const COLD_A_PAGE = 20;

const happening = z.object({
  at: z.string(),
  by: person.nullable(),
  uri,
  postId: z.string(),
  commentId: z.string().nullable(),
  memo: quoted,
});

const coldMember = z.object({
  member: person.extend({ uri, company: z.string() }),
  lastTalkedAt: z.string().nullable(),
  lastTalkedBy: person.nullable(),
  quietSince: z.string(),
  openIssues: z.int(),
});

export const todayOutput = z.object({
  since: z.string().meta({ description: 'When the staff member was last here' }),
  sections: z.array(
    z.object({ kind: z.string(), count: z.int(), items: z.array(happening).max(SHOWN) }),
  ),
  myTasks: z
    .array(
      z.object({
        uri,
        taskId: z.string(),
        postId: z.string(),
        commentId: z.string().nullable(),
        status: z.string(),
        dueAt: z.string().nullable(),
        memo: quoted,
      }),
    )
    .nullable()
    .meta({ description: 'Null where the token may not read tasks' }),
  whoToTalkTo: z
    .array(coldMember)
    .nullable()
    .meta({ description: 'Null where the token may not read insights' }),
});

const toColdMember = (cold: ColdMember): z.infer<typeof coldMember> => ({
  member: {
    ...toMember(cold.member),
    uri: uriOf.member(cold.member.id),
    company: cold.member.company,
  },
  lastTalkedAt: cold.lastTalkedAt,
  lastTalkedBy: cold.lastTalkedBy && toStaff(cold.lastTalkedBy),
  quietSince: cold.quietSince,
  openIssues: cold.openIssues,
});

/** What waits for the staff member and what happened meanwhile (INS-4). */
export async function todayOf(caller: McpCaller): Promise<z.infer<typeof todayOutput>> {
  const mine = { assignUserId: caller.claims.sub, limit: SHOWN };
  const [handover, tasks, cold] = await Promise.all([
    caller.get<Handover>('/notifications/handover'),
    caller.can('task.read') ? caller.get<{ items: Task[] }>('/tasks', mine) : null,
    caller.can('insight.read')
      ? caller.get<{ items: ColdMember[] }>('/insights/radar', { limit: 5 })
      : null,
  ]);
  return {
    since: handover.since,
    sections: handover.sections.map(({ kind, count, items }) => ({
      kind,
      count,
      items: items.slice(0, SHOWN).map((item) => ({
        at: item.at,
        by: item.actor && toStaff(item.actor),
        uri: uriOf.post(item.postId),
        postId: item.postId,
        commentId: item.commentId,
        memo: quote(item.excerpt, 200),
      })),
    })),
    myTasks:
      tasks &&
      tasks.items.map((task) => ({
        uri: uriOf.task(task.id),
        taskId: task.id,
        postId: task.postId,
        commentId: task.commentId,
        status: task.task.status,
        dueAt: task.task.dueAt,
        memo: quote(task.memo, 200),
      })),
    whoToTalkTo: cold && cold.items.map(toColdMember),
  };
}

export const today = defineTool({
  name: 'today',
  needs: ['notification.read'],
  title: { ja: '今日', en: 'Today' },
  description: {
    ja: '前回から起きたこと、確認が必要な投稿、自分のタスク、今日話しかけたい会員をまとめます。',
    en: 'What happened since last time, posts to confirm, own open tasks, and members to talk with today.',
  },
  annotations: reads,
  input: () => z.strictObject({}),
  output: todayOutput,
  run: (caller) => todayOf(caller),
});

export const whoToTalkTo = defineTool({
  name: 'who_to_talk_to',
  needs: ['insight.read'],
  title: { ja: '話しかけたい会員', en: 'Who to talk to' },
  description: {
    ja: 'しばらく誰も話していない会員を、間が空いている順に 20 人ずつ返します。',
    en: 'Members whom nobody has talked with for long, the longest silence first, 20 at a time.',
  },
  annotations: reads,
  input: (say) =>
    z.strictObject({
      cursor: cursor.optional().meta({
        description: say('前回の答えの nextCursor', 'The nextCursor of the answer before'),
      }),
    }),
  output: z.object({ members: z.array(coldMember), total: z.int(), nextCursor }),
  async run(caller, { cursor: position }) {
    type Answer = { items: ColdMember[]; total: number; nextCursor: string | null };
    const asked = { limit: COLD_A_PAGE, cursor: position };
    const found = await caller.get<Answer>('/insights/radar', asked);
    return {
      members: found.items.map(toColdMember),
      total: found.total,
      nextCursor: found.nextCursor,
    };
  },
});
