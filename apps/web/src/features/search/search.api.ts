import type { Member, SearchPostsAnswer } from '@engawa/contracts';
import { api } from '../../shared/api/api';

/** What is looked for; the same names as in the page's address. */
export interface SearchWish {
  q: string;
  page: number;
  kind?: string;
  staffId?: string;
  memberId?: string;
  labelId?: string;
  taskStatus?: string;
  /** First instant and the one after the last. */
  from?: string;
  to?: string;
}

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchPosts: build.query<SearchPostsAnswer, SearchWish>({
      query: (params) => ({ url: '/search/posts', params }),
      // The index follows within a second; a search is cheap enough to be asked anew.
      keepUnusedDataFor: 5,
    }),
    getMemberName: build.query<Member, string>({
      query: (id) => `/members/${id}`,
      providesTags: (_, __, id) => [{ type: 'Member', id }],
    }),
  }),
});

export const { useSearchPostsQuery, useGetMemberNameQuery } = searchApi;
