import type {
  CustomField,
  Label,
  Member,
  MemberHistory,
  MemberType,
  Reaction,
  Staff,
} from '@engawa/contracts';
import { api, LIST } from '../api/api';
import { apiBaseQuery } from '../api/base-query';

/** Members that the composer recognises without asking the server. */
const MAX_KNOWN_MEMBERS = 1_000;
/** Age at which they are read again when the composer opens, in s. */
const KNOWN_MEMBERS_AGE_S = 60;

/** A page of a list as returned by the API. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  previousCursor: string | null;
}

/** Data that many features show and pick from: labels, reactions, staff, members, member types. */
export const directoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLabels: build.query<Label[], void>({
      query: () => '/labels',
      transformResponse: (answer: { items: Label[] }) => answer.items,
      providesTags: [{ type: 'Label', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
    listReactions: build.query<Reaction[], void>({
      query: () => '/reactions',
      transformResponse: (answer: { items: Reaction[] }) => answer.items,
      providesTags: [{ type: 'Reaction', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
    listStaffs: build.query<Staff[], void>({
      query: () => '/staffs',
      transformResponse: (answer: { items: Staff[] }) => answer.items,
      providesTags: [{ type: 'Staff', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
    listMemberTypes: build.query<MemberType[], void>({
      query: () => '/member-types',
      transformResponse: (answer: { items: MemberType[] }) => answer.items,
      providesTags: [{ type: 'MemberType', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
    listCustomFields: build.query<CustomField[], void>({
      query: () => '/custom-fields',
      transformResponse: (answer: { items: CustomField[] }) => answer.items,
      providesTags: [{ type: 'CustomField', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
    /** The first thousand by name; see {@link useKnownMembers}. */
    listKnownMembers: build.query<Member[], void>({
      async queryFn(_, store, options) {
        const members: Member[] = [];
        let cursor: string | null = null;
        do {
          const params = { limit: 100, ...(cursor ? { cursor } : {}) };
          const answer = await apiBaseQuery({ url: '/members', params }, store, options);
          if (answer.error) return { error: answer.error };
          const page = answer.data as Page<Member>;
          members.push(...page.items);
          cursor = page.nextCursor;
        } while (cursor !== null && members.length < MAX_KNOWN_MEMBERS);
        return { data: members };
      },
      keepUnusedDataFor: 3600,
    }),
    /** A member by name alone, as one writes about somebody new (MBR-1). */
    registerMember: build.mutation<Member, { key: string; familyName: string; firstName: string }>({
      query: ({ key, ...body }) => ({
        url: '/members',
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      invalidatesTags: [{ type: 'Member', id: LIST }],
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(
          directoryApi.util.updateQueryData('listKnownMembers', undefined, (held) => {
            held.push(answer.data);
          }),
        );
      },
    }),
    getMemberName: build.query<Member, string>({
      query: (id) => `/members/${id}`,
      providesTags: (_, __, id) => [{ type: 'Member', id }],
    }),
    getMemberHistory: build.query<MemberHistory, string>({
      query: (id) => `/members/${id}/history`,
      providesTags: (_, __, id) => [{ type: 'Member', id }],
    }),
    /** For pickers: kanji, kana, romaji or company prefix (MBR-1). */
    findMembers: build.query<Member[], { q: string; limit?: number }>({
      query: ({ q, limit = 12 }) => ({ url: '/members', params: { q, limit } }),
      transformResponse: (answer: Page<Member>) => answer.items,
      providesTags: [{ type: 'Member', id: LIST }],
      keepUnusedDataFor: 60,
    }),
  }),
});

export const {
  useListLabelsQuery,
  useListReactionsQuery,
  useListStaffsQuery,
  useListMemberTypesQuery,
  useListCustomFieldsQuery,
  useFindMembersQuery,
  useGetMemberNameQuery,
  useGetMemberHistoryQuery,
  useRegisterMemberMutation,
} = directoryApi;

/** Members that the composer recognises while typing. */
export function useKnownMembers() {
  return directoryApi.useListKnownMembersQuery(undefined, {
    refetchOnMountOrArgChange: KNOWN_MEMBERS_AGE_S,
  });
}
