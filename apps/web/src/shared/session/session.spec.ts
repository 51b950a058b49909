import { configureStore } from '@reduxjs/toolkit';
import { serve } from '../../../test/answers';
import { freshToken, storeAccess } from '../api/access';
import { api } from '../api/api';
import { sessionApi } from './session.api';

describe('signing out', () => {
  const signOut = async (status: number | null) => {
    localStorage.clear();
    localStorage.setItem('engawa.kept.timeline', '"begun"');
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    serve(() => (status === null ? 'no network' : { status, body: { code: 'x', title: 'x' } }));
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
    });
    await store.dispatch(sessionApi.endpoints.signOut.initiate());
    return { token: freshToken(), kept: localStorage.getItem('engawa.kept.timeline') };
  };

  it('forgets the reader and what they had begun', async () => {
    expect(await signOut(200)).toEqual({ token: null, kept: null });
  });

  it.each([null, 503])('keeps both when the server does not do it (%s)', async (status) => {
    expect(await signOut(status)).toEqual({ token: 't', kept: '"begun"' });
  });
});
