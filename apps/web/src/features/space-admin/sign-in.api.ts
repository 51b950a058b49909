import type { OidcSettings, UpdateOidcSettingsInput } from '@engawa/contracts';
import { api } from '../../shared/api/api';

/** Sign-in settings of the space's organisation (IDN-9). */
const signInSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOidcSettings: build.query<OidcSettings, void>({
      query: () => '/space/oidc',
      providesTags: [{ type: 'Space', id: 'oidc' }],
      keepUnusedDataFor: 10,
    }),
    updateOidcSettings: build.mutation<
      OidcSettings,
      { version: number; change: UpdateOidcSettingsInput }
    >({
      query: ({ version, change }) => ({
        url: '/space/oidc',
        method: 'PUT',
        body: change,
        ifMatch: version,
      }),
      invalidatesTags: ['Space'],
    }),
    deleteOidcSettings: build.mutation<null, { version: number }>({
      query: ({ version }) => ({ url: '/space/oidc', method: 'DELETE', ifMatch: version }),
      invalidatesTags: ['Space'],
    }),
  }),
});

export const {
  useGetOidcSettingsQuery,
  useUpdateOidcSettingsMutation,
  useDeleteOidcSettingsMutation,
} = signInSettingsApi;
