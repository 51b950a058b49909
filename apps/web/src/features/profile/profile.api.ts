import type {
  BothFactorsInput,
  ChangePasswordInput,
  SessionEntry,
  SignInAnswer,
  Staff,
  TwoFactorState,
  UpdateProfileInput,
} from '@engawa/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { storeAccess, refreshAccess } from '../../shared/api/access';
import { api, LIST, type Tag } from '../../shared/api/api';
import { sessionApi } from '../../shared/session/session.api';

const ownStaff = (staff: Staff | undefined): Tag[] => [
  { type: 'Session' },
  { type: 'Staff', id: staff?.id },
  { type: 'Staff', id: LIST },
];
const twoFactor: Tag = { type: 'TwoFactor' };
const sessions: Tag = { type: 'OwnSession', id: LIST };

/** The current token lacks the permissions that require two-factor sign-in until it is set up. */
const renewPermissions = async (
  dispatch: ThunkDispatch<
    Parameters<typeof api.util.selectCachedArgsForQuery>[0],
    unknown,
    UnknownAction
  >,
) => {
  const { session } = await refreshAccess();
  if (session) await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, session));
};

/** The caller's account: name, photo, password, sessions, two-factor sign-in (IDN-5, IDN-9). */
const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateProfile: build.mutation<Staff, { version: number; change: UpdateProfileInput }>({
      query: ({ version, change }) => ({
        url: '/profile',
        method: 'PATCH',
        body: change,
        ifMatch: version,
      }),
      invalidatesTags: (staff) => ownStaff(staff),
    }),
    uploadProfilePhoto: build.mutation<Staff, File>({
      query: (file) => {
        const body = new FormData();
        body.append('file', file, file.name);
        return { url: '/profile/photo', method: 'PUT', body };
      },
      invalidatesTags: (staff) => ownStaff(staff),
    }),
    deleteProfilePhoto: build.mutation<Staff, void>({
      query: () => ({ url: '/profile/photo', method: 'DELETE' }),
      invalidatesTags: (staff) => ownStaff(staff),
    }),
    changePassword: build.mutation<SignInAnswer, ChangePasswordInput>({
      query: (body) => ({ url: '/profile/password', method: 'POST', body }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (!done) return;
        storeAccess(done.data);
        await dispatch(sessionApi.util.upsertQueryData('getSession', undefined, done.data.session));
      },
      invalidatesTags: [sessions],
    }),
    listOwnSessions: build.query<SessionEntry[], void>({
      query: () => '/sessions',
      transformResponse: (answer: { items: SessionEntry[] }) => answer.items,
      providesTags: [sessions],
      keepUnusedDataFor: 10,
    }),
    endSession: build.mutation<null, string>({
      query: (id) => ({ url: `/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: [sessions],
    }),
    endOtherSessions: build.mutation<null, void>({
      query: () => ({ url: '/sessions', method: 'DELETE' }),
      invalidatesTags: [sessions],
    }),
    getTwoFactor: build.query<TwoFactorState, void>({
      query: () => '/profile/two-factor',
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        const session = sessionApi.endpoints.getSession.select()(getState()).data;
        // The answer to the request that turned it on was lost.
        if (done?.data.enabled && session?.twoFactorSetupRequired) {
          await renewPermissions(dispatch);
        }
      },
      providesTags: [twoFactor],
      keepUnusedDataFor: 10,
    }),
    beginTwoFactor: build.mutation<{ secret: string; uri: string }, { password: string }>({
      query: (body) => ({ url: '/profile/two-factor/begin', method: 'POST', body }),
    }),
    confirmTwoFactor: build.mutation<
      { recoveryCodes: string[] },
      { key: string; oneTimeCode: string }
    >({
      query: ({ key, ...body }) => ({
        url: '/profile/two-factor/confirm',
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        if (await queryFulfilled.catch(() => null)) await renewPermissions(dispatch);
      },
      invalidatesTags: [twoFactor],
    }),
    renewRecoveryCodes: build.mutation<{ recoveryCodes: string[] }, BothFactorsInput>({
      query: (body) => ({ url: '/profile/two-factor/recovery-codes', method: 'POST', body }),
      invalidatesTags: [twoFactor],
    }),
    disableTwoFactor: build.mutation<null, BothFactorsInput>({
      query: (body) => ({ url: '/profile/two-factor/disable', method: 'POST', body }),
      invalidatesTags: [twoFactor, 'Session'],
    }),
  }),
});

export const {
  useUpdateProfileMutation,
  useUploadProfilePhotoMutation,
  useDeleteProfilePhotoMutation,
  useChangePasswordMutation,
  useListOwnSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useGetTwoFactorQuery,
  useBeginTwoFactorMutation,
  useConfirmTwoFactorMutation,
  useRenewRecoveryCodesMutation,
  useDisableTwoFactorMutation,
} = profileApi;
