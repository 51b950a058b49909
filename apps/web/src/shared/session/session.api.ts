import type { Session, SignInAnswer, SignInInput } from '@engawa/contracts';
import { dropAccess, expectAccess, freshToken, storeAccess, refreshAccess } from '../api/access';
import { api } from '../api/api';
import { dropAllUnsaved } from '../edit/unsaved-edits';
import { clearAnswerCache, forgetReader, cacheAnswer, cachedAnswer } from '../api/answer-cache';

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
        if (session) cacheAnswer('/session', session);
        else if (!problem) clearAnswerCache();
        if (!problem) return { data: session };
        // Offline, the last reader of this device may continue reading.
        const kept = problem.code === 'network' ? cachedAnswer('/session') : undefined;
        if (!kept) return { error: problem };
        expectAccess(kept as Session);
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
        storeAccess(done.data);
        cacheAnswer('/session', done.data.session);
        await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, done.data.session));
      },
    }),
    /** Where the issuer ends its own sign-in; null for sessions that no issuer opened. */
    signOut: build.mutation<string | null, void>({
      query: () => ({ url: '/auth/sign-out', method: 'POST' }),
      transformResponse: (_, meta) => issuerSignOutOf(meta?.link),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        // Without an answer the session goes on, and what only this device has stays.
        if (!(await queryFulfilled.catch(() => null))) return;
        dropAccess();
        forgetReader();
        dropAllUnsaved();
        await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, null));
      },
    }),
  }),
});

export const { useGetSessionQuery, useSignInMutation, useSignOutMutation } = sessionApi;

function issuerSignOutOf(link: string | undefined): string | null {
  const [, address] =
    /^<(https?:\/\/[^>]+)>; rel="urn:engawa:issuer-sign-out"$/.exec(link ?? '') ?? [];
  return address ?? null;
}
