import type { ApiToken, StaffRef } from '@engawa/contracts';
import { api, LIST } from '../api/api';

const changed = [
  { type: 'ApiToken' as const, id: LIST },
  { type: 'Staff' as const, id: LIST },
];

/** API tokens: the integrations of the space, and who answers for them (IDN-11). */
const apiTokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    listApiTokens: build.query<ApiToken[], void>({
      query: () => '/api-tokens',
      transformResponse: (answer: { items: ApiToken[] }) => answer.items,
      providesTags: [{ type: 'ApiToken', id: LIST }],
      keepUnusedDataFor: 10,
    }),
    takeOverApiToken: build.mutation<ApiToken, string>({
      query: (id) => ({ url: `/api-tokens/${id}/take-over`, method: 'POST' }),
      invalidatesTags: changed,
    }),
    revokeApiToken: build.mutation<null, string>({
      query: (id) => ({ url: `/api-tokens/${id}`, method: 'DELETE' }),
      invalidatesTags: changed,
    }),
    /** Authors that are not staff members, also ended ones. */
    listIntegrations: build.query<StaffRef[], void>({
      query: () => '/staffs/integrations',
      transformResponse: (answer: { items: StaffRef[] }) => answer.items,
      providesTags: [{ type: 'Staff', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
  }),
});

export const {
  useListApiTokensQuery,
  useLazyListApiTokensQuery,
  useTakeOverApiTokenMutation,
  useRevokeApiTokenMutation,
  useListIntegrationsQuery,
} = apiTokensApi;
