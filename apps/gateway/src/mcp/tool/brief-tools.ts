import { id, type Member, type MemberBrief } from '@engawa/contracts';
import { z } from 'zod';
import type { McpCaller } from '../mcp-caller';
import { person, quote, quoted, toMember, toStaff, uri, uriOf } from './quote';
import { defineTool, reads } from './tool';

const writing = z.object({
  uri,
  postId: z.string(),
  commentId: z.string().nullable(),
  by: person,
  memo: quoted,
  talkedAt: z.string(),
});

export const briefOutput = z.object({
  member: person.extend({
    uri,
    company: z.string(),
    title: z.string(),
    type: z.string(),
    resigned: z.boolean(),
    memo: quoted,
  }),
  posts: z.int(),
  lastTalkedAt: z.string().nullable(),
  recentTalks: z.array(writing),
  openIssueCount: z.int(),
  openIssues: z.array(writing),
  seeks: z.array(writing),
  offers: z.array(writing),
  openTaskCount: z.int(),
  openTasks: z.array(writing.extend({ status: z.string() })),
  knownBestBy: z.array(person.extend({ posts: z.int() })),
  namedTogetherWith: z.array(person.extend({ posts: z.int() })),
});

type Writing = MemberBrief['recent'][number];

const toWriting = ({ postId, commentId, owner, excerpt, talkedAt }: Writing) => ({
  uri: uriOf.post(postId),
  postId,
  commentId,
  by: toStaff(owner),
  memo: quote(excerpt),
  talkedAt,
});

/** What to know about a member before a meeting (MBR-7). */
export async function briefOf(
  caller: McpCaller,
  memberId: string,
): Promise<z.infer<typeof briefOutput>> {
  const place = encodeURIComponent(memberId);
  const [member, brief] = await Promise.all([
    caller.get<Member>(`/members/${place}`),
    caller.get<MemberBrief>(`/insights/members/${place}`),
  ]);
  return {
    member: {
      id: member.id,
      name: [member.familyName, member.firstName].filter(Boolean).join(' '),
      uri: uriOf.member(member.id),
      company: member.company,
      title: member.title,
      type: member.typeOfContract,
      resigned: member.deleted,
      memo: quote(member.memo, 2_000),
    },
    posts: brief.posts,
    lastTalkedAt: brief.lastTalkedAt,
    recentTalks: brief.recent.map(toWriting),
    openIssueCount: brief.openIssues,
    openIssues: brief.issues.map(toWriting),
    seeks: brief.seeks.map(toWriting),
    offers: brief.offers.map(toWriting),
    openTaskCount: brief.openTasks,
    openTasks: brief.tasks.map((task) => ({ ...toWriting(task), status: task.status })),
    knownBestBy: brief.staffs.map(({ staff, posts }) => ({ ...toStaff(staff), posts })),
    namedTogetherWith: brief.connections.map(({ member: other, posts }) => ({
      ...toMember(other),
      posts,
    })),
  };
}

export const memberBrief = defineTool({
  name: 'member_brief',
  needs: ['member.read', 'search.read'],
  title: { ja: '会員の要約', en: 'Member brief' },
  description: {
    ja: '会う前に知っておくことを 1 画面にまとめます。最近の会話、未解決の課題、タスク、よく知るスタッフ、つながり。',
    en: 'What to know before meeting a member: latest talks, open issues and tasks, who knows them best, connections.',
  },
  annotations: reads,
  input: (t) =>
    z.strictObject({ memberId: id.meta({ description: t('会員の id', 'Id of the member') }) }),
  output: briefOutput,
  run: (caller, { memberId }) => briefOf(caller, memberId),
});
