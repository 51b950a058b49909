import { api } from '../../shared/api/api';

/** The mail with which a password is set anew (IDN-7). */
export const passwordResetApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendPasswordReset: build.mutation<null, { email: string }>({
      query: (body) => ({ url: '/auth/password-resets', method: 'POST', body }),
    }),
  }),
});

export const { useSendPasswordResetMutation } = passwordResetApi;
