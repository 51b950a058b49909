import type { Session, SignInAnswer, SignInInput } from '@engawa/contracts';
import { dropAccess, expectAccess, freshToken, keepAccess, refreshAccess } from '../api/access';
import { api } from '../api/api';
import { forgetAnswers, forgetReader, keepAnswer, keptAnswer } from '../api/kept-answers';

/** The session; null when nobody is signed in. */
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<Session | null, void>({
      async queryFn(_, _store, _options, ask) {
        if (freshToken()) {
          const answer = await ask('/session');
          if (!answer.error) return { data: answer.data as Session };
          return answer.error.status === 401 ? { data: null } : { error: answer.error };
        }
        const { session, problem } = await refreshAccess();
        if (session) keepAnswer('/session', session);
        else if (!problem) forgetAnswers();
        if (!problem) return { data: session };
        // Offline, the last reader of this device may continue reading.
        const kept = problem.code === 'network' ? keptAnswer('/session') : undefined;
        if (!kept) return { error: problem };
        expectAccess();
        return { data: kept as Session };
      },
      providesTags: ['Session'],
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
    signIn: build.mutation<SignInAnswer, SignInInput>({
      query: (body) => ({ url: '/auth/sign-in', method: 'POST', body }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (!done) return;
        keepAccess(done.data);
        keepAnswer('/session', done.data.session);
        await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, done.data.session));
      },
    }),
    signOut: build.mutation<null, void>({
      query: () => ({ url: '/auth/sign-out', method: 'POST' }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        await queryFulfilled.catch(() => null);
        dropAccess();
        forgetReader();
        await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, null));
      },
    }),
  }),
});

export const { useGetSessionQuery, useSignInMutation, useSignOutMutation } = sessionApi;
