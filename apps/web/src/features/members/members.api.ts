import type {
  AddMemberInput,
  Comment,
  CreateCommentInput,
  CreatePostInput,
  KanaRow,
  Member,
  MemberBrief,
  MemberFile,
  Post,
  RadarSettings,
  UpdateMemberInput,
} from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';

/** Filter of a list. */
interface MemberFilter {
  q?: string;
  typeId?: string;
  /** Resigned ones instead of active ones; administrators only. */
  deleted?: boolean;
  kanaRow?: KanaRow;
  sort: string;
  order: 'asc' | 'desc';
}

interface MemberPage extends Page<Member> {
  total: number;
  totalIsExact: boolean;
}

type MessagePost = Pick<CreatePostInput, 'memo' | 'mentions'>;

const membersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMembers: build.infiniteQuery<MemberPage, MemberFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg: { deleted, ...filter }, pageParam }) => ({
        url: '/members',
        params: { ...filter, deleted: deleted ? 'true' : undefined, cursor: pageParam, limit: 50 },
      }),
      providesTags: [{ type: 'Member', id: LIST }],
    }),
    getMember: build.query<Member, string>({
      query: (id) => `/members/${id}`,
      providesTags: (_, __, id) => [{ type: 'Member', id }],
    }),
    addMember: build.mutation<Member, { key: string; input: AddMemberInput }>({
      query: ({ key, input }) => ({
        url: '/members',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: [{ type: 'Member', id: LIST }],
    }),
    updateMember: build.mutation<Member, { member: Member; change: UpdateMemberInput }>({
      query: ({ member, change }) => ({
        url: `/members/${member.id}`,
        method: 'PATCH',
        body: change,
        ifMatch: member.version,
      }),
      invalidatesTags: (_, __, { member }) => [
        { type: 'Member', id: member.id },
        { type: 'Member', id: LIST },
      ],
    }),
    deleteMember: build.mutation<null, string>({
      query: (id) => ({ url: `/members/${id}`, method: 'DELETE' }),
      invalidatesTags: (_, __, id) => [
        { type: 'Member', id },
        { type: 'Member', id: LIST },
      ],
    }),
    /** Of a merged member it undoes the merge, which changes the remaining one as well. */
    restoreMember: build.mutation<Member, string>({
      query: (id) => ({ url: `/members/${id}/restore`, method: 'POST' }),
      invalidatesTags: ['Member', { type: 'MemberDuplicate', id: LIST }],
    }),
    setMemberPhoto: build.mutation<Member, { id: string; file: File }>({
      query: ({ id, file }) => {
        const body = new FormData();
        body.append('file', file);
        return { url: `/members/${id}/photo`, method: 'POST', body };
      },
      invalidatesTags: (_, __, { id }) => [
        { type: 'Member', id },
        { type: 'Member', id: LIST },
      ],
    }),
    removeMemberPhoto: build.mutation<Member, string>({
      query: (id) => ({ url: `/members/${id}/photo`, method: 'DELETE' }),
      invalidatesTags: (_, __, id) => [
        { type: 'Member', id },
        { type: 'Member', id: LIST },
      ],
    }),
    /** All data about the member; each request is audited. */
    discloseMember: build.mutation<MemberFile, string>({
      query: (id) => ({ url: `/members/${id}/file` }),
    }),
    eraseMember: build.mutation<Member, { id: string; familyName: string }>({
      query: ({ id, familyName }) => ({
        url: `/members/${id}/erase`,
        method: 'POST',
        body: { familyName },
      }),
      invalidatesTags: (_, __, { id }) => [
        { type: 'Member', id },
        { type: 'Member', id: LIST },
      ],
    }),
    /** Days without a talk after which members are cold, by type. */
    getColdDays: build.query<RadarSettings, void>({
      query: () => '/insights/radar/settings',
      providesTags: [{ type: 'Member', id: 'radarSettings' }],
      keepUnusedDataFor: 10,
    }),
    /** Not a query: a hook of one would cancel all but the last of several at once. */
    findLastPost: build.mutation<Post | null, string>({
      query: (memberId) => ({ url: '/posts', params: { memberId, limit: 1 } }),
      transformResponse: (answer: Page<Post>) => answer.items[0] ?? null,
    }),
    addMemberTask: build.mutation<
      Comment,
      { postId: string; input: CreateCommentInput; key: string }
    >({
      query: ({ postId, input, key }) => ({
        url: `/posts/${postId}/comments`,
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: (_answer, _error, { postId }) => [{ type: 'Comments', id: postId }],
    }),
    /** One post for staff, which names members and is no talk. */
    messageStaff: build.mutation<Post, { post: MessagePost; key: string }>({
      query: ({ post, key }) => ({
        url: '/posts',
        method: 'POST',
        body: post,
        idempotencyKey: key,
      }),
      invalidatesTags: [{ type: 'Post', id: LIST }],
    }),
    undoMessage: build.mutation<null, string>({
      query: (postId) => ({ url: `/posts/${postId}`, method: 'DELETE' }),
      invalidatesTags: [{ type: 'Post', id: LIST }],
    }),
    getMemberBrief: build.query<MemberBrief, string>({
      query: (id) => `/insights/members/${id}`,
      providesTags: (_, __, id) => [
        { type: 'Member', id },
        { type: 'Post', id: LIST },
        { type: 'Task', id: LIST },
      ],
      keepUnusedDataFor: 30,
    }),
  }),
});

export const {
  useSetMemberPhotoMutation,
  useRemoveMemberPhotoMutation,
  useDiscloseMemberMutation,
  useEraseMemberMutation,
  useGetMemberBriefQuery,
  useListMembersInfiniteQuery,
  useGetColdDaysQuery,
  useFindLastPostMutation,
  useAddMemberTaskMutation,
  useMessageStaffMutation,
  useUndoMessageMutation,
  useGetMemberQuery,
  useAddMemberMutation,
  useUpdateMemberMutation,
  useDeleteMemberMutation,
  useRestoreMemberMutation,
} = membersApi;
