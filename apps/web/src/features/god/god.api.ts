import type {
  AddSpaceInput,
  RegisterPrimaryAdminInput,
  SpaceDetail,
  SpaceSummary,
  Staff,
} from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import type { ApiProblem } from '../../shared/problem/api-problem';

/** Spaces per answer of the API. */
const PAGE = 200;

/** Administration of the installation (IDN-10). */
const godApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All spaces: an installation has at most hundreds, which are searched in the browser. */
    listSpaces: build.query<SpaceSummary[], void>({
      async queryFn(_, _store, _options, ask) {
        const all: SpaceSummary[] = [];
        let cursor: string | null = null;
        do {
          const answer = await ask({ url: '/spaces', params: { limit: PAGE, cursor } });
          if (answer.error) return { error: answer.error as ApiProblem };
          const page = answer.data as { items: SpaceSummary[]; nextCursor: string | null };
          all.push(...page.items);
          cursor = page.nextCursor;
        } while (cursor);
        return { data: all };
      },
      providesTags: [{ type: 'GodSpace', id: LIST }],
      keepUnusedDataFor: 30,
    }),
    getSpaceDetail: build.query<SpaceDetail, string>({
      query: (id) => `/spaces/${encodeURIComponent(id)}`,
      providesTags: (_, __, id) => [{ type: 'GodSpace', id }],
      keepUnusedDataFor: 30,
    }),
    addSpace: build.mutation<SpaceSummary, { key: string; input: AddSpaceInput }>({
      query: ({ key, input }) => ({
        url: '/spaces',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: [{ type: 'GodSpace', id: LIST }],
    }),
    registerPrimaryAdmin: build.mutation<
      Staff,
      { key: string; spaceId: string; input: RegisterPrimaryAdminInput }
    >({
      query: ({ key, spaceId, input }) => ({
        url: `/spaces/${spaceId}/primary-admin`,
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: (_, __, { spaceId }) => [
        { type: 'GodSpace', id: spaceId },
        { type: 'GodSpace', id: LIST },
      ],
    }),
    updateEmailByGod: build.mutation<Staff, { spaceId: string; staffId: string; email: string }>({
      query: ({ spaceId, staffId, email }) => ({
        url: `/spaces/${spaceId}/staffs/${staffId}/email`,
        method: 'PUT',
        body: { email },
      }),
      invalidatesTags: (_, __, { spaceId }) => [
        { type: 'GodSpace', id: spaceId },
        { type: 'GodSpace', id: LIST },
      ],
    }),
  }),
});

export const {
  useListSpacesQuery,
  useGetSpaceDetailQuery,
  useAddSpaceMutation,
  useRegisterPrimaryAdminMutation,
  useUpdateEmailByGodMutation,
} = godApi;
