import type { Notification, NotificationGroup } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import { shownUntil } from '../../shared/api/shown-changes';
import { type Place, putBack, takeOut } from '../../shared/list/put-back';
import type { Page } from '../../shared/directory/directory.api';
import { waitsForReader } from './notification.rules';
import { notificationsApi } from './notifications.api';

const staleTags = [
  { type: 'UnreadCount', id: LIST },
  { type: 'Notification', id: LIST },
] as const;

/** Notifications of the signed-in staff member (NTF). */
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
    /** The newest unread ones, ungrouped, for desktop notifications. */
    listUnread: build.query<Notification[], void>({
      query: () => ({ url: '/notifications', params: { unread: true } }),
      transformResponse: (answer: Page<Notification>) => answer.items,
      keepUnusedDataFor: 0,
    }),
    /** Unread ones that wait for the reader, among the newest hundred unread. */
    listWaiting: build.query<Notification[], void>({
      query: () => ({ url: '/notifications', params: { unread: true, limit: 100 } }),
      transformResponse: (answer: Page<Notification>) => answer.items.filter(waitsForReader),
      providesTags: [{ type: 'Notification', id: LIST }],
    }),
    /** Marks the latest one about a post as unread. */
    markNotificationsUnread: build.mutation<unknown, string>({
      query: (postId) => ({ url: '/notifications/unread', method: 'POST', body: { postId } }),
      async onQueryStarted(postId, { dispatch, queryFulfilled }) {
        shownUntil(queryFulfilled, ...changedLists());
        const patch = dispatch(
          notificationListApi.util.updateQueryData('listNotificationGroups', undefined, (draft) => {
            for (const group of draft.pages.flatMap((page) => page.items)) {
              if (group.postId !== postId) continue;
              group.unreadCount = Math.max(1, group.unreadCount);
              group.latest.read = false;
            }
          }),
        );
        await queryFulfilled.catch(() => patch.undo());
        dispatch(api.util.invalidateTags([...staleTags]));
      },
    }),
    /**
     * Marks all as read, or those about one post: opening a post reads its notifications (NTF-2).
     */
    markNotificationsRead: build.mutation<unknown, { postId?: string }>({
      query: (body) => ({ url: '/notifications/read', method: 'POST', body }),
      async onQueryStarted({ postId }, { dispatch, queryFulfilled }) {
        shownUntil(queryFulfilled, ...changedLists());
        const undo = markReadOptimistically(dispatch as Dispatch, postId);
        const done = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!done) undo();
        dispatch(api.util.invalidateTags([...staleTags]));
      },
    }),
  }),
});

const changedLists = () => {
  const { listNotificationGroups, listWaiting } = notificationListApi.endpoints;
  return [listNotificationGroups, listWaiting, notificationsApi.endpoints.getUnreadCount];
};

type Dispatch = (action: unknown) => { undo: () => void };

/** Optimistic update of list and badge; returns its undo. */
function markReadOptimistically(dispatch: Dispatch, postId: string | undefined): () => void {
  let read = 0;
  let counted = 0;
  let places: Place<Notification>[] = [];
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
  dispatch(
    notificationListApi.util.updateQueryData('listWaiting', undefined, (items) => {
      places = takeOut(items, 'id', (item) => postId === undefined || item.postId === postId);
    }),
  );
  dispatch(
    notificationsApi.util.updateQueryData('getUnreadCount', undefined, (unread) => {
      // Counts end at a hundred: only the server knows more.
      counted = postId === undefined ? unread : unread >= 100 ? 0 : Math.min(unread, read);
      return unread - counted;
    }),
  );
  // Others may be read meanwhile.
  return () => {
    list.undo();
    dispatch(
      notificationListApi.util.updateQueryData('listWaiting', undefined, (items) => {
        for (const place of places) putBack(items, 'id', place);
      }),
    );
    dispatch(
      notificationsApi.util.updateQueryData(
        'getUnreadCount',
        undefined,
        (unread) => unread + counted,
      ),
    );
  };
}

export const {
  useListNotificationGroupsInfiniteQuery,
  useLazyListUnreadQuery,
  useListWaitingQuery,
  useMarkNotificationsUnreadMutation,
  useMarkNotificationsReadMutation,
} = notificationListApi;
