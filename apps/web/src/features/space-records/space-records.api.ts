import type { ApiToken, ApiTokenUse, AuditEntry, CreateApiTokenInput } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';

/** Filter of the audit log. */
interface AuditFilter {
  actorId?: string;
  action?: string;
  targetId?: string;
  from?: string;
  /** Exclusive. */
  to?: string;
}

const tokenChanged = [
  { type: 'ApiToken' as const, id: LIST },
  { type: 'Staff' as const, id: LIST },
];

/** API tokens and the audit log (IDN-11, IDN-13). */
const spaceRecordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Repeated with the same key, it gives the same token. */
    createApiToken: build.mutation<
      { token: string; apiToken: ApiToken },
      { key: string; input: CreateApiTokenInput }
    >({
      query: ({ key, input }) => ({
        url: '/api-tokens',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: tokenChanged,
    }),
    updateApiToken: build.mutation<ApiToken, { id: string; version: number; name: string }>({
      query: ({ id, version, name }) => ({
        url: `/api-tokens/${id}`,
        method: 'PATCH',
        body: { name },
        ifMatch: version,
      }),
      // The list without a token that somebody revoked would take away the form that says so.
      invalidatesTags: (answer) => (answer ? tokenChanged : []),
    }),
    uploadApiTokenPhoto: build.mutation<ApiToken, { id: string; file: File }>({
      query: ({ id, file }) => {
        const body = new FormData();
        body.append('file', file, file.name);
        return { url: `/api-tokens/${id}/photo`, method: 'PUT', body };
      },
      invalidatesTags: tokenChanged,
    }),
    deleteApiTokenPhoto: build.mutation<ApiToken, string>({
      query: (id) => ({ url: `/api-tokens/${id}/photo`, method: 'DELETE' }),
      invalidatesTags: tokenChanged,
    }),
    getApiTokenUses: build.query<ApiTokenUse, string>({
      query: (id) => `/api-tokens/${id}/uses`,
      keepUnusedDataFor: 10,
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
  useCreateApiTokenMutation,
  useUpdateApiTokenMutation,
  useUploadApiTokenPhotoMutation,
  useDeleteApiTokenPhotoMutation,
  useGetApiTokenUsesQuery,
  useListAuditEntriesInfiniteQuery,
} = spaceRecordsApi;
