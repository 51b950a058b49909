import type { ReadPosition } from '@engawa/contracts';
import { api } from '../../../shared/api/api';

/** Until when the signed-in staff has read the timeline (TML-10). */
const readPositionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReadPosition: build.query<ReadPosition, void>({
      query: () => '/read-position',
      // The line 'new since' stays where it was when the timeline was opened.
      merge: (opened) => opened,
    }),
    setReadPosition: build.mutation<ReadPosition, string>({
      query: (timeline) => ({ url: '/read-position', method: 'PUT', body: { timeline } }),
    }),
  }),
});

export const { useGetReadPositionQuery, useSetReadPositionMutation } = readPositionApi;
