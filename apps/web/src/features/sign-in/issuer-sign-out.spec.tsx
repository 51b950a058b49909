import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { serve } from '../../../test/answers';
import { api } from '../../shared/api/api';
import { IntlFrame } from '../../shared/intl/intl-frame';
import { sessionApi } from '../../shared/session/session.api';
import { SignInPage } from './sign-in.page';

const address = 'https://issuer.example/session/end?id_token_hint=x';
const makeStore = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });

describe('signing out of a session that an issuer opened', () => {
  const signOutWith = async (headers: Record<string, string>) => {
    serve(() => ({ status: 204, headers }));
    const store = makeStore();
    return (await store.dispatch(sessionApi.endpoints.signOut.initiate())).data;
  };

  it('knows where the issuer ends its own sign-in', async () => {
    const link = (to: string) => ({ link: `<${to}>; rel="urn:engawa:issuer-sign-out"` });
    expect(await signOutWith(link(address))).toBe(address);
    expect(await signOutWith({})).toBeNull();
    expect(await signOutWith(link('javascript:alert(1)'))).toBeNull();
  });

  it.each([
    [{ issuerSignOut: address }, address],
    [{ issuerSignOut: null }, undefined],
    [null, undefined],
  ])('offers it on the sign-in page: %p', async (state, href) => {
    serve(() => ({ status: 401, body: { code: 'auth.required', title: '…' } }));
    const store = makeStore();
    await store.dispatch(sessionApi.util.upsertQueryData('getSession', undefined, null));
    render(
      <Provider store={store}>
        <MantineProvider env="test">
          <IntlFrame locale="ja">
            <MemoryRouter initialEntries={[{ pathname: '/login', state }]}>
              <SignInPage />
            </MemoryRouter>
          </IntlFrame>
        </MantineProvider>
      </Provider>,
    );
    await screen.findByRole('button', { name: 'ログインする' });
    const offered = screen.queryByRole('link', { name: '組織のアカウントからもログアウトする' });
    expect(offered?.getAttribute('href')).toBe(href);
  });
});
