import type { Label, Member, MemberType, Reaction, Staff } from '@engawa/contracts';
import { api, LIST } from '../api/api';

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
  useFindMembersQuery,
} = directoryApi;
