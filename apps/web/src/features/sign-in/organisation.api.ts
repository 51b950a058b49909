import type { SignInAnswer } from '@engawa/contracts';
import { storeAccess } from '../../shared/api/access';
import { api } from '../../shared/api/api';
import { cacheAnswer } from '../../shared/api/answer-cache';
import { sessionApi } from '../../shared/session/session.api';

/** Sign-in with the account of a space's organisation (IDN-9). */
const organisationApi = api.injectEndpoints({
  endpoints: (build) => ({
    beginOidcSignIn: build.mutation<{ authorizationUrl: string }, { space: string; from: string }>({
      query: ({ space, from }) => ({
        url: `/auth/oidc/${space}/begin`,
        method: 'POST',
        body: { from },
      }),
    }),
    confirmOidcSignIn: build.mutation<SignInAnswer, { oneTimeCode: string }>({
      query: (body) => ({ url: '/auth/oidc/code', method: 'POST', body }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (!done) return;
        storeAccess(done.data);
        cacheAnswer('/session', done.data.session);
        await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, done.data.session));
      },
    }),
  }),
});

export const { useBeginOidcSignInMutation, useConfirmOidcSignInMutation } = organisationApi;
