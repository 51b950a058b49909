import type { ChatName, IntegrationSettings, UpdateIntegrationsInput } from '@engawa/contracts';
import { api } from '../../shared/api/api';

/** The chats that the space is connected to (INT-1). */
const integrationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getIntegrations: build.query<IntegrationSettings, void>({
      query: () => '/integrations',
      providesTags: [{ type: 'Space', id: 'integrations' }],
      keepUnusedDataFor: 10,
    }),
    updateIntegrations: build.mutation<
      IntegrationSettings,
      { version: number; change: UpdateIntegrationsInput }
    >({
      query: ({ version, change }) => ({
        url: '/integrations',
        method: 'PATCH',
        body: change,
        ifMatch: version,
      }),
      invalidatesTags: [{ type: 'Space', id: 'integrations' }],
    }),
    testIntegration: build.mutation<{ success: true }, ChatName>({
      query: (chat) => ({ url: `/integrations/${chat}/test`, method: 'POST' }),
    }),
  }),
});

export const {
  useGetIntegrationsQuery,
  useUpdateIntegrationsMutation,
  useTestIntegrationMutation,
} = integrationsApi;
