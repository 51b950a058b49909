import type { Notification } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';

/** Each staff's own notifications (NTF). */
export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUnreadCount: build.query<number, void>({
      query: () => '/notifications/unread-count',
      transformResponse: (answer: { count: number }) => answer.count,
      providesTags: [{ type: 'UnreadCount', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
    listNotifications: build.infiniteQuery<Page<Notification>, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ pageParam }) => ({ url: '/notifications', params: { cursor: pageParam } }),
      providesTags: [{ type: 'Notification', id: LIST }],
    }),
    markNotificationRead: build.mutation<unknown, string>({
      query: (id) => ({ url: `/notifications/${id}/read`, method: 'POST' }),
      onQueryStarted: (id, life) => readAtOnce(life, (item) => item.id === id),
    }),
    /** Reads all, or those about one post: opening a post reads what was told of it (NTF-2). */
    markNotificationsRead: build.mutation<unknown, { postId?: string }>({
      query: (body) => ({ url: '/notifications/read', method: 'POST', body }),
      onQueryStarted: ({ postId }, life) =>
        readAtOnce(life, (item) => postId === undefined || item.postId === postId),
    }),
  }),
});

interface Life {
  dispatch: (action: never) => unknown;
  getState: () => unknown;
  queryFulfilled: Promise<unknown>;
}

/** What is read looks read at once, here and on the badge; taken back when it is refused. */
async function readAtOnce(life: Life, concerns: (item: Notification) => boolean): Promise<void> {
  const dispatch = life.dispatch as (action: unknown) => { undo: () => void };
  let read = 0;
  const list = dispatch(
    notificationsApi.util.updateQueryData('listNotifications', undefined, (draft) => {
      for (const item of draft.pages.flatMap((page) => page.items)) {
        if (item.read || !concerns(item)) continue;
        item.read = true;
        read += 1;
      }
    }),
  );
  const count = dispatch(
    notificationsApi.util.updateQueryData('getUnreadCount', undefined, (unread) =>
      Math.max(0, unread - read),
    ),
  );
  const done = await life.queryFulfilled.then(
    () => true,
    () => false,
  );
  if (!done) {
    list.undo();
    count.undo();
  }
  dispatch(
    api.util.invalidateTags([
      { type: 'UnreadCount', id: LIST },
      { type: 'Notification', id: LIST },
    ]),
  );
}

export const {
  useGetUnreadCountQuery,
  useListNotificationsInfiniteQuery,
  useMarkNotificationReadMutation,
  useMarkNotificationsReadMutation,
} = notificationsApi;
