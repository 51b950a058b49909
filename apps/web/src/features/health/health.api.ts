import type {
  ColdMember,
  Comment,
  CoveredMember,
  CreateCommentInput,
  OpenIssueMember,
  RadarSettings,
  Relations,
  SnoozeMemberInput,
  StaffCoverage,
  UpdateRadarSettingsInput,
} from '@engawa/contracts';
import { api } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';

interface ColdPage {
  items: ColdMember[];
  total: number;
  snoozed: number;
  nextCursor: string | null;
}
interface ColdMembersArgs {
  state: 'cold' | 'snoozed';
  typeId?: string;
}

const radar = [{ type: 'Member', id: 'radar' }] as const;

/**
 * Relationship health: overdue members, open issues, and members known by one staff member only
 * (INS-3).
 */
const healthApi = api.injectEndpoints({
  endpoints: (build) => ({
    listColdMembers: build.infiniteQuery<ColdPage, ColdMembersArgs, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/insights/radar',
        params: { ...queryArg, cursor: pageParam, limit: 20 },
      }),
      providesTags: [...radar],
      keepUnusedDataFor: 10,
    }),
    getRelations: build.query<Relations, void>({
      query: () => '/insights/relations',
      providesTags: [...radar],
      keepUnusedDataFor: 60,
    }),
    getRadarSettings: build.query<RadarSettings, void>({
      query: () => '/insights/radar/settings',
      providesTags: [{ type: 'Member', id: 'radarSettings' }],
      keepUnusedDataFor: 10,
    }),
    updateRadarSettings: build.mutation<
      RadarSettings,
      { version: number; settings: UpdateRadarSettingsInput }
    >({
      query: ({ version, settings }) => ({
        url: '/insights/radar/settings',
        method: 'PUT',
        body: settings,
        ifMatch: version,
      }),
      invalidatesTags: [...radar, { type: 'Member', id: 'radarSettings' }],
    }),
    snoozeMember: build.mutation<ColdMember, { memberId: string; snooze: SnoozeMemberInput }>({
      query: ({ memberId, snooze }) => ({
        url: `/insights/members/${memberId}/snooze`,
        method: 'PUT',
        body: snooze,
      }),
      invalidatesTags: [...radar],
    }),
    unsnoozeMember: build.mutation<null, string>({
      query: (memberId) => ({ url: `/insights/members/${memberId}/snooze`, method: 'DELETE' }),
      invalidatesTags: [...radar],
    }),
    listOpenIssueMembers: build.query<OpenIssueMember[], void>({
      query: () => '/insights/open-issues',
      transformResponse: (answer: { items: OpenIssueMember[] }) => answer.items,
      keepUnusedDataFor: 10,
    }),
    getStaffCoverage: build.query<StaffCoverage, void>({
      query: () => '/insights/coverage',
      keepUnusedDataFor: 10,
    }),
    listCoveredMembers: build.infiniteQuery<Page<CoveredMember>, string, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/insights/coverage/members',
        params: { staffId: queryArg, cursor: pageParam, limit: 100 },
      }),
      keepUnusedDataFor: 10,
    }),
    /** A handover task: a comment on the last talk, with an idempotency key. */
    handOver: build.mutation<Comment, { key: string; postId: string; input: CreateCommentInput }>({
      query: ({ key, postId, input }) => ({
        url: `/posts/${postId}/comments`,
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: (_answer, _error, { postId }) => [{ type: 'Comments', id: postId }],
    }),
  }),
});

export const {
  useListColdMembersInfiniteQuery,
  useGetRelationsQuery,
  useGetRadarSettingsQuery,
  useUpdateRadarSettingsMutation,
  useSnoozeMemberMutation,
  useUnsnoozeMemberMutation,
  useListOpenIssueMembersQuery,
  useGetStaffCoverageQuery,
  useListCoveredMembersInfiniteQuery,
  useHandOverMutation,
} = healthApi;
