import type { Today } from '@engawa/contracts';
import { api } from '../../shared/api/api';
import { onLive } from '../../shared/live/live';

/** Services take a moment to apply an event; several events cause one refetch. */
const REFRESH_DELAY_MS = 1_000;
const concerns =
  /^(members\.member|timeline\.(post|comment)|tasks\.task|notifications\.notification|search\.(reachOut|matches))\./;

type TodayArgs = { since?: string };

/** The page to open the day with (INS-4): one answer for its parts and the badge. */
export const handoverApi = api.injectEndpoints({
  endpoints: (build) => ({
    getToday: build.query<Today, TodayArgs>({
      query: (params) => ({ url: '/today', params }),
      providesTags: (_, __, { since }) => [{ type: 'Today', id: since ?? 'last' }],
      async onCacheEntryAdded({ since }, { dispatch, cacheEntryRemoved }) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const stop = onLive(({ messages }) => {
          if (!messages.some(({ name }) => concerns.test(name))) return;
          timer ??= setTimeout(() => {
            timer = undefined;
            dispatch(api.util.invalidateTags([{ type: 'Today', id: since ?? 'last' }]));
          }, REFRESH_DELAY_MS);
        });
        await cacheEntryRemoved;
        stop();
        clearTimeout(timer);
      },
    }),
  }),
});

export const { useGetTodayQuery } = handoverApi;
