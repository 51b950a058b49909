import type { Session, Staff } from '@engawa/contracts';
import { api } from '../api/api';
import { sessionApi } from './session.api';

/** What staff choose about the web app for their own account. */
type OwnChoices = Partial<Pick<Session, 'firstPage' | 'firstStepsClosed'>>;

const ownChoicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Shows at once, and again as before if it fails. */
    setOwnChoices: build.mutation<Staff, OwnChoices>({
      query: (body) => ({ url: '/profile', method: 'PATCH', body, ifMatch: '*' }),
      async onQueryStarted(choices, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          sessionApi.util.updateQueryData('getSession', undefined, (session) => {
            if (session) Object.assign(session, choices);
          }),
        );
        await queryFulfilled.catch(() => patch.undo());
      },
      invalidatesTags: [{ type: 'Session' }],
    }),
  }),
});

export const { useSetOwnChoicesMutation } = ownChoicesApi;
