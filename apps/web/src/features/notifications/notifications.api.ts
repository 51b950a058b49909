import { api, LIST } from '../../shared/api/api';

/** Each staff's own notifications (NTF). */
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
