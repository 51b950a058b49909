import type { Session, SignInAnswer, SignInInput } from '@engawa/contracts';
import { dropAccess, freshToken, keepAccess, refreshAccess } from '../api/access';
import { api } from '../api/api';

/** Who is signed in; null where nobody is. */
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
        return problem ? { error: problem } : { data: session };
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
        await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, done.data.session));
      },
    }),
    signOut: build.mutation<null, void>({
      query: () => ({ url: '/auth/sign-out', method: 'POST' }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        await queryFulfilled.catch(() => null);
        dropAccess();
        await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, null));
      },
    }),
  }),
});

export const { useGetSessionQuery, useSignInMutation, useSignOutMutation } = sessionApi;
