import { cursor, type ColdMember, type StaffRef, type Today } from '@engawa/contracts';
import { z } from 'zod';
import type { McpCaller } from '../mcp-caller';
import { nextCursor, person, quote, quoted, toMember, toStaff, uri, uriOf } from './quote';
import { defineTool, reads } from './tool';

const SHOWN = 10;
const COLD_A_PAGE = 20;

const post = z.object({
  uri,
  postId: z.string(),
  by: person.nullable(),
  at: z.string(),
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
  toConfirm: z.array(post).max(SHOWN).meta({ description: 'Must-reads' }),
  mentions: z.array(post.extend({ commentId: z.string().nullable() })).max(SHOWN),
  meanwhile: z.object({
    posts: z.int(),
    byMember: z.array(
      z.object({
        member: person.extend({ uri }).nullable(),
        posts: z.array(
          post.extend({ happened: z.array(z.object({ kind: z.string(), count: z.int() })) }),
        ),
      }),
    ),
  }),
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
    .array(
      z.object({
        member: person.extend({ uri, company: z.string() }),
        reason: z.string(),
        lastTalkedAt: z.string().nullable(),
        openIssues: z.int(),
      }),
    )
    .nullable()
    .meta({ description: 'Null where the token may not read insights' }),
  memberDays: z
    .array(
      z.object({
        member: person.extend({ uri, company: z.string() }),
        kind: z.string(),
        day: z.string(),
        years: z.int().nullable(),
      }),
    )
    .nullable()
    .meta({
      description:
        'Birthdays, ends of contracts and anniversaries of the next days; null where the token may not read members',
    }),
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

/** What is due for the staff member and what happened meanwhile (INS-4). */
export async function todayOf(caller: McpCaller): Promise<z.infer<typeof todayOutput>> {
  const found = await caller.get<Today>('/today');
  const postOf = (postId: string, by: StaffRef | null, at: string, excerpt: string) => ({
    uri: uriOf.post(postId),
    postId,
    by: by && toStaff(by),
    at,
    memo: quote(excerpt, 200),
  });
  return {
    since: found.since,
    toConfirm: found.mustReads.items
      .slice(0, SHOWN)
      .map(({ postId, owner, at, excerpt }) => postOf(postId, owner, at, excerpt)),
    mentions: found.mentions.items
      .slice(0, SHOWN)
      .map(({ postId, commentId, actor, createdAt, excerpt }) => ({
        ...postOf(postId, actor, createdAt, excerpt),
        commentId,
      })),
    meanwhile: {
      posts: found.away.count,
      byMember: found.away.groups.slice(0, SHOWN).map(({ member, posts }) => ({
        member: member && { ...toMember(member), uri: uriOf.member(member.id) },
        posts: posts.slice(0, SHOWN).map(({ postId, owner, at, excerpt, happened }) => ({
          ...postOf(postId, owner, at, excerpt),
          happened,
        })),
      })),
    },
    myTasks: caller.can('task.read')
      ? found.tasks.items.slice(0, SHOWN).map((task) => ({
          uri: uriOf.task(task.id),
          taskId: task.id,
          postId: task.postId,
          commentId: task.commentId,
          status: task.status,
          dueAt: task.dueAt,
          memo: quote(task.excerpt, 200),
        }))
      : null,
    whoToTalkTo: caller.can('insight.read')
      ? found.reachOut.map(({ member, reason, lastTalkedAt, openIssues }) => ({
          member: { ...toMember(member), uri: uriOf.member(member.id), company: member.company },
          reason,
          lastTalkedAt,
          openIssues,
        }))
      : null,
    memberDays: caller.can('member.read')
      ? found.memberDays.items.slice(0, SHOWN).map(({ member, ...day }) => ({
          member: { ...toMember(member), uri: uriOf.member(member.id), company: member.company },
          ...day,
        }))
      : null,
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
  input: (t) =>
    z.strictObject({
      cursor: cursor.optional().meta({
        description: t('前回の答えの nextCursor', 'The nextCursor of the answer before'),
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
