import type { ApiToken, AuditEntry, CreateApiTokenInput } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';

/** Filter of the audit log. */
interface AuditFilter {
  actorId?: string;
  action?: string;
  from?: string;
  /** Exclusive. */
  to?: string;
}

/** API tokens and the audit log (IDN-11, IDN-13). */
const spaceRecordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listApiTokens: build.query<ApiToken[], void>({
      query: () => '/api-tokens',
      transformResponse: (answer: { items: ApiToken[] }) => answer.items,
      providesTags: [{ type: 'ApiToken', id: LIST }],
      keepUnusedDataFor: 10,
    }),
    createApiToken: build.mutation<{ token: string; apiToken: ApiToken }, CreateApiTokenInput>({
      query: (body) => ({ url: '/api-tokens', method: 'POST', body }),
      invalidatesTags: [{ type: 'ApiToken', id: LIST }],
    }),
    revokeApiToken: build.mutation<null, string>({
      query: (id) => ({ url: `/api-tokens/${id}`, method: 'DELETE' }),
      invalidatesTags: [{ type: 'ApiToken', id: LIST }],
    }),
    listAuditEntries: build.infiniteQuery<Page<AuditEntry>, AuditFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/audit-entries',
        params: { ...queryArg, cursor: pageParam, limit: 50 },
      }),
      keepUnusedDataFor: 10,
    }),
  }),
});

export const {
  useListApiTokensQuery,
  useCreateApiTokenMutation,
  useRevokeApiTokenMutation,
  useListAuditEntriesInfiniteQuery,
} = spaceRecordsApi;
