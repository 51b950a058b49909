import type { Assistant, AuthorizationCheck, AuthorizeAssistantInput } from '@engawa/contracts';
import { api, LIST, type Tag } from '../../shared/api/api';

const assistants: Tag = { type: 'Assistant', id: LIST };

/** Assistants that act in the name of the signed-in staff member (API-5). */
const assistantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkAuthorization: build.query<AuthorizationCheck, string>({
      query: (query) => ({ url: '/assistants/check', method: 'POST', body: { query } }),
      keepUnusedDataFor: 0,
    }),
    authorizeAssistant: build.mutation<{ redirectTo: string }, AuthorizeAssistantInput>({
      query: (body) => ({ url: '/assistants', method: 'POST', body }),
      invalidatesTags: [assistants],
    }),
    listAssistants: build.query<Assistant[], void>({
      query: () => '/assistants',
      transformResponse: (answer: { items: Assistant[] }) => answer.items,
      providesTags: [assistants],
      keepUnusedDataFor: 10,
    }),
    disconnectAssistant: build.mutation<null, string>({
      query: (id) => ({ url: `/assistants/${id}`, method: 'DELETE' }),
      invalidatesTags: [assistants],
    }),
  }),
});

export const {
  useCheckAuthorizationQuery,
  useAuthorizeAssistantMutation,
  useListAssistantsQuery,
  useDisconnectAssistantMutation,
} = assistantsApi;
