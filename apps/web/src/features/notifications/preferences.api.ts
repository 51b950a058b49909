import type {
  NotificationKind,
  NotificationPreferences,
  UpdateNotificationPreferencesInput,
} from '@engawa/contracts';
import { shownUntil } from '../../shared/api/shown-changes';
import { notificationsApi } from './notifications.api';

/** How the reader gets notifications (NTF). */
export const preferencesApi = notificationsApi.injectEndpoints({
  endpoints: (build) => ({
    getNotificationPreferences: build.query<NotificationPreferences, void>({
      query: () => '/notifications/preferences',
      providesTags: [{ type: 'NotificationPreferences' }],
      keepUnusedDataFor: 10,
    }),
    updateNotificationPreferences: build.mutation<
      NotificationPreferences,
      UpdateNotificationPreferencesInput
    >({
      query: (body) => ({ url: '/notifications/preferences', method: 'PATCH', body }),
      async onQueryStarted(change, { dispatch, queryFulfilled }) {
        const { getNotificationPreferences } = preferencesApi.endpoints;
        shownUntil(queryFulfilled, getNotificationPreferences);
        const patch = dispatch(
          preferencesApi.util.updateQueryData('getNotificationPreferences', undefined, (draft) => {
            const { kinds = {}, ...rest } = change;
            Object.assign(draft, rest);
            for (const [kind, choice] of Object.entries(kinds)) {
              Object.assign(draft.kinds[kind as NotificationKind], choice);
            }
          }),
        );
        await queryFulfilled.catch(patch.undo);
      },
      // Others may have been changed in another window.
      invalidatesTags: [{ type: 'NotificationPreferences' }],
    }),
  }),
});

export const { useGetNotificationPreferencesQuery, useUpdateNotificationPreferencesMutation } =
  preferencesApi;
