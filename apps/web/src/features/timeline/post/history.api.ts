import { api } from '../../../shared/api/api';

interface HistoryEntry {
  memo: string;
  editedBy: string;
  editedAt: string;
}

/** Earlier memos of posts and comments, newest first. */
const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    listHistory: build.query<HistoryEntry[], { postId: string; commentId?: string }>({
      query: ({ postId, commentId }) =>
        `/posts/${postId}${commentId ? `/comments/${commentId}` : ''}/history`,
      transformResponse: (answer: { items: HistoryEntry[] }) => answer.items,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListHistoryQuery } = historyApi;
