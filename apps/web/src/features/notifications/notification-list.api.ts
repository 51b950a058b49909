import type {
  Notification,
  NotificationGroup,
  NotificationPreferences,
  UpdateNotificationPreferencesInput,
} from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';
import { notificationsApi } from './notifications.api';

/** Each staff's own notifications (NTF). */
export const notificationListApi = notificationsApi.injectEndpoints({
  endpoints: (build) => ({
    listNotificationGroups: build.infiniteQuery<Page<NotificationGroup>, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ pageParam }) => ({ url: '/notifications/groups', params: { cursor: pageParam } }),
      providesTags: [{ type: 'Notification', id: LIST }],
    }),
    /** The newest unread ones, one by one; for what the browser is to tell. */
    listUnread: build.query<Notification[], void>({
      query: () => ({ url: '/notifications', params: { unread: true } }),
      transformResponse: (answer: Page<Notification>) => answer.items,
      keepUnusedDataFor: 0,
    }),
    /** Reads all, or those about one post: opening a post reads what was told of it (NTF-2). */
    markNotificationsRead: build.mutation<unknown, { postId?: string }>({
      query: (body) => ({ url: '/notifications/read', method: 'POST', body }),
      async onQueryStarted({ postId }, { dispatch, queryFulfilled }) {
        const undo = readAtOnce(dispatch as Dispatch, postId);
        const done = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!done) undo();
        dispatch(
          api.util.invalidateTags([
            { type: 'UnreadCount', id: LIST },
            { type: 'Notification', id: LIST },
          ]),
        );
      },
    }),
    getNotificationPreferences: build.query<NotificationPreferences, void>({
      query: () => '/notifications/preferences',
      providesTags: [{ type: 'NotificationPreferences' }],
    }),
    updateNotificationPreferences: build.mutation<
      NotificationPreferences,
      UpdateNotificationPreferencesInput
    >({
      query: (body) => ({ url: '/notifications/preferences', method: 'PATCH', body }),
      async onQueryStarted(change, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          notificationListApi.util.updateQueryData(
            'getNotificationPreferences',
            undefined,
            (draft) => {
              const { kinds, ...rest } = change;
              Object.assign(draft, rest);
              Object.assign(draft.kinds, kinds);
            },
          ),
        );
        await queryFulfilled.catch(() => patch.undo());
      },
    }),
  }),
});

type Dispatch = (action: unknown) => { undo: () => void };

/** What is read looks read at once, here and on the badge; answers how to take that back. */
function readAtOnce(dispatch: Dispatch, postId: string | undefined): () => void {
  let read = 0;
  const list = dispatch(
    notificationListApi.util.updateQueryData('listNotificationGroups', undefined, (draft) => {
      for (const group of draft.pages.flatMap((page) => page.items)) {
        if (postId !== undefined && group.postId !== postId) continue;
        read += group.unreadCount;
        group.unreadCount = 0;
        group.latest.read = true;
      }
    }),
  );
  const count = dispatch(
    notificationsApi.util.updateQueryData('getUnreadCount', undefined, (unread) =>
      // The count ends at a hundred: what lies beyond is known to the server alone.
      postId === undefined ? 0 : unread >= 100 ? unread : Math.max(0, unread - read),
    ),
  );
  return () => {
    list.undo();
    count.undo();
  };
}

export const {
  useListNotificationGroupsInfiniteQuery,
  useLazyListUnreadQuery,
  useMarkNotificationsReadMutation,
  useGetNotificationPreferencesQuery,
  useUpdateNotificationPreferencesMutation,
} = notificationListApi;
