import type {
  CheckPasswordLinkAnswer,
  SendPasswordResetInput,
  Session,
  SignInAnswer,
  SubmitPasswordLinkInput,
} from '@engawa/contracts';
import { storeAccess } from '../../shared/api/access';
import { api } from '../../shared/api/api';
import { sessionApi } from '../../shared/session/session.api';

/** Password links, and the first steps of a new account (IDN-6, IDN-7). */
const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendPasswordReset: build.mutation<null, SendPasswordResetInput>({
      query: (body) => ({ url: '/auth/password-links', method: 'POST', body }),
    }),
    checkPasswordLink: build.query<CheckPasswordLinkAnswer, string>({
      query: (token) => ({
        url: '/auth/password-links/check',
        method: 'POST',
        body: { token },
      }),
      // A link may be used up since the last check.
      keepUnusedDataFor: 0,
    }),
    submitPasswordLink: build.mutation<null, SubmitPasswordLinkInput>({
      query: (body) => ({ url: '/auth/password-links/submit', method: 'POST', body }),
    }),
    setFirstPassword: build.mutation<SignInAnswer, { newPassword: string }>({
      query: (body) => ({ url: '/profile/first-password', method: 'POST', body }),
      // Refused if it was set by a request whose answer was lost: then the session says so.
      invalidatesTags: (answer) => (answer ? [] : ['Session']),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (!done) return;
        storeAccess(done.data);
        await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, done.data.session));
      },
    }),
    agreeToTerms: build.mutation<Session, void>({
      query: () => ({ url: '/session/terms', method: 'POST' }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (!done) return;
        await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, done.data));
      },
    }),
  }),
});

export const {
  useSendPasswordResetMutation,
  useCheckPasswordLinkQuery,
  useSubmitPasswordLinkMutation,
  useSetFirstPasswordMutation,
  useAgreeToTermsMutation,
} = accountApi;
