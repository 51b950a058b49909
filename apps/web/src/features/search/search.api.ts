import type { SavedSearch, SearchHit, SearchPostsAnswer } from '@engawa/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { api, LIST } from '../../shared/api/api';

/** Query of a search, named as in the page's address. */
export interface SearchArgs {
  q: string;
  page: number;
  kind?: string;
  staffId?: string;
  memberId?: string;
  otherMemberId?: string;
  labelId?: string;
  taskStatus?: string;
  issue?: string;
  /** First instant, and the one after the last. */
  from?: string;
  to?: string;
}

const saved = [{ type: 'SavedSearch', id: LIST }] as const;

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchPosts: build.query<SearchPostsAnswer, SearchArgs>({
      query: (params) => ({ url: '/search/posts', params }),
      // The index follows within a second, and a search is cheap enough to repeat.
      keepUnusedDataFor: 5,
    }),
    listSavedSearches: build.query<SavedSearch[], void>({
      query: () => '/search/saved-searches',
      transformResponse: (answer: { items: SavedSearch[] }) => answer.items,
      providesTags: [...saved],
      keepUnusedDataFor: 10,
    }),
    saveSearch: build.mutation<
      SavedSearch,
      { key: string } & Pick<SavedSearch, 'displayName' | 'criteria'>
    >({
      query: ({ key, ...body }) => ({
        url: '/search/saved-searches',
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      invalidatesTags: [...saved],
    }),
    changeSavedSearch: build.mutation<
      SavedSearch,
      { search: SavedSearch; change: Partial<Pick<SavedSearch, 'displayName' | 'criteria'>> }
    >({
      query: ({ search, change }) => ({
        url: `/search/saved-searches/${search.id}`,
        method: 'PATCH',
        body: change,
        ifMatch: search.version,
      }),
      // The next change is based on the new version.
      async onQueryStarted(_asked, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(
          searchApi.util.updateQueryData('listSavedSearches', undefined, (list) => {
            const at = list.findIndex(({ id }) => id === answer.data.id);
            if (at >= 0) list[at] = answer.data;
          }),
        );
      },
      invalidatesTags: [...saved],
    }),
    forgetSavedSearch: build.mutation<null, SavedSearch>({
      query: ({ id }) => ({ url: `/search/saved-searches/${id}`, method: 'DELETE' }),
      invalidatesTags: [...saved],
    }),
  }),
});

export const {
  useSearchPostsQuery,
  useListSavedSearchesQuery,
  useSaveSearchMutation,
  useChangeSavedSearchMutation,
  useForgetSavedSearchMutation,
} = searchApi;

type ApiState = Parameters<typeof searchApi.util.selectCachedArgsForQuery>[0];

/** Changes a hit of a cached answer. */
export function useChangeHit(args: SearchArgs): (id: string, change: Partial<SearchHit>) => void {
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>();
  return (id, change) =>
    void dispatch(
      searchApi.util.updateQueryData('searchPosts', args, (answer) => {
        const hit = answer.posts.find((entry) => entry.id === id);
        if (hit) Object.assign(hit, change);
      }),
    );
}
