import {
  cursor,
  id,
  instant,
  taskStatus,
  type ListMembersQuery,
  type Member,
  type SearchPostsAnswer,
} from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import { z } from 'zod';
import { defineTool, reads, type SelectText } from './tool';
import { nextCursor, people, person, quote, quoted, toMembers, toStaff, uri, uriOf } from './quote';

const PAGE_FORM = /^page(\d{1,4})$/;
const MEMBERS_A_PAGE = 20;

const cursorOf = (t: SelectText) =>
  cursor.optional().meta({
    description: t('前回の答えの nextCursor', 'The nextCursor of the answer before'),
  });

/** Finds posts and comments by text and filters, 10 per page. */
export const searchPosts = defineTool({
  name: 'search_posts',
  needs: ['search.read'],
  title: { ja: '投稿を検索', en: 'Search posts' },
  description: {
    ja: '投稿とコメントを本文・会員名・スタッフ名・ラベル・添付ファイル名から探します。新しい会話から順に 10 件ずつ返します。',
    en: 'Finds posts and comments by memo, names of members and staff, labels and file titles. Newest talk first, 10 at a time.',
  },
  annotations: reads,
  input: (t) =>
    z.strictObject({
      query: z
        .string()
        .trim()
        .max(200)
        .default('')
        .meta({
          description: t(
            '探す言葉。空白区切りはすべて含むもの、引用符は続きの語句',
            'Words, all of which must be found; quotes make a phrase',
          ),
        }),
      memberId: id.optional().meta({ description: t('会員の id', 'Id of a member') }),
      staffId: id.optional().meta({ description: t('書いたスタッフの id', 'Id of the writer') }),
      labelId: id.optional().meta({ description: t('ラベルの id', 'Id of a label') }),
      taskStatus: taskStatus.optional(),
      kind: z.enum(['post', 'comment']).optional(),
      from: instant.optional().meta({ description: t('この時刻から', 'From this time on') }),
      to: instant.optional().meta({ description: t('この時刻より前', 'Before this time') }),
      cursor: cursorOf(t),
    }),
  output: z.object({
    posts: z.array(
      z.object({
        uri,
        kind: z.enum(['post', 'comment']),
        postId: z.string(),
        commentId: z.string().nullable(),
        by: person,
        members: people,
        memo: quoted,
        labelIds: z.array(z.string()),
        taskStatus: z.string().nullable(),
        talkedAt: z.string(),
      }),
    ),
    total: z.int(),
    totalIsExact: z.boolean(),
    nextCursor,
  }),
  async run(caller, { query, cursor: position, ...filters }) {
    const page = pageOf(position);
    const path = '/search/posts';
    const found = await caller.get<SearchPostsAnswer>(path, { q: query, page, ...filters });
    return {
      posts: found.posts.map((hit) => ({
        uri: uriOf.post(hit.postId),
        kind: hit.kind,
        postId: hit.postId,
        commentId: hit.commentId,
        by: toStaff(hit.owner),
        members: toMembers(hit.members),
        memo: quote(hit.memo),
        labelIds: hit.labelIds,
        taskStatus: hit.taskStatus,
        talkedAt: hit.talkedAt,
      })),
      total: found.total,
      totalIsExact: found.totalIsExact,
      nextCursor: page < found.totalPageCount ? `page${page + 1}` : null,
    };
  },
});

function pageOf(position: string | undefined): number {
  if (position === undefined) return 1;
  const match = PAGE_FORM.exec(position);
  if (!match) throw new ProblemError('request.invalid-cursor');
  return Number(match[1]);
}

/** Finds members by any part of their profile. */
export const findMembers = defineTool({
  name: 'find_members',
  needs: ['member.read'],
  title: { ja: '会員を探す', en: 'Find members' },
  description: {
    ja: '会員を名前・かな・会社名などから探します。かな順に 20 人ずつ返します。',
    en: 'Finds members by name, kana, romaji, company and the like. Kana order, 20 at a time.',
  },
  annotations: reads,
  input: (t) =>
    z.strictObject({
      query: z
        .string()
        .trim()
        .max(100)
        .optional()
        .meta({ description: t('名前や会社名の一部', 'Part of a name or company') }),
      typeId: id.optional().meta({ description: t('会員種別の id', 'Id of a member type') }),
      cursor: cursorOf(t),
    }),
  output: z.object({
    members: z.array(
      person.extend({
        uri,
        kana: z.string(),
        company: z.string(),
        title: z.string(),
        type: z.string(),
        lastTalkedAt: z.string().nullable(),
      }),
    ),
    total: z.int(),
    nextCursor,
  }),
  async run(caller, { query, typeId, cursor: position }) {
    const asked: Partial<ListMembersQuery> = {
      limit: MEMBERS_A_PAGE,
      ...(query && { q: query }),
      ...(typeId && { typeId }),
      ...(position && { cursor: position }),
    };
    type Answer = { items: Member[]; total: number; nextCursor: string | null };
    const found = await caller.get<Answer>('/members', asked);
    return {
      members: found.items.map((member) => ({
        id: member.id,
        uri: uriOf.member(member.id),
        name: [member.familyName, member.firstName].filter(Boolean).join(' '),
        kana: [member.familyNameKana, member.firstNameKana].filter(Boolean).join(' '),
        company: member.company,
        title: member.title,
        type: member.typeOfContract,
        lastTalkedAt: member.lastTalkedAt,
      })),
      total: found.total,
      nextCursor: found.nextCursor,
    };
  },
});
