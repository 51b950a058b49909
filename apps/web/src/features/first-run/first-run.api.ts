import type { IntegrationSettings, Staff } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import type { FirstFacts } from './first-run.rules';

const firstRunApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Which first steps are done, by what the space has. */
    getFirstFacts: build.query<FirstFacts, void>({
      async queryFn(_arg, _store, _options, ask) {
        const [members, staffs, posts, chats] = await Promise.all([
          ask('/members?limit=1'),
          ask('/staffs'),
          ask('/posts?limit=1'),
          ask('/integrations'),
        ]);
        const failed = [members, staffs, posts, chats].find(({ error }) => error);
        if (failed?.error) return { error: failed.error };
        const { slack, teams, chatwork } = chats.data as IntegrationSettings;
        const active = (staffs.data as { items: Staff[] }).items.filter((one) => !one.deactivated);
        return {
          data: {
            members: (members.data as { items: unknown[] }).items.length > 0,
            staffs: active.length > 1,
            post: (posts.data as { items: unknown[] }).items.length > 0,
            chat: [slack, teams, chatwork].some(({ enabled }) => enabled),
          },
        };
      },
      providesTags: [
        { type: 'Member', id: LIST },
        { type: 'Staff', id: LIST },
        { type: 'Post', id: LIST },
        { type: 'Space', id: 'integrations' },
      ],
    }),
  }),
});

export const { useGetFirstFactsQuery } = firstRunApi;
