import { api, LIST } from '../../shared/api/api';

/** Notification data of the frame; the rest is loaded with its page. */
export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUnreadCount: build.query<number, void>({
      query: () => '/notifications/unread-count',
      transformResponse: (answer: { count: number }) => answer.count,
      providesTags: [{ type: 'UnreadCount', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
  }),
});

export const { useGetUnreadCountQuery } = notificationsApi;
