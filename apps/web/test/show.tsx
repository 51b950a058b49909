import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import type { Session } from '@engawa/contracts';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { api } from '../src/shared/api/api';
import { IntlFrame } from '../src/shared/intl/intl-frame';
import { sessionApi } from '../src/shared/session/session.api';

const newStore = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });

const frame = (store: ReturnType<typeof newStore>, part: ReactElement, locale: 'ja' | 'en') => (
  <Provider store={store}>
    <MantineProvider env="test">
      <IntlFrame locale={locale}>
        <MemoryRouter>{part}</MemoryRouter>
      </IntlFrame>
    </MantineProvider>
  </Provider>
);

/** Renders a part of the app with a store, a theme, texts and a router of its own. */
export function show(part: ReactElement, locale: 'ja' | 'en' = 'ja') {
  return render(frame(newStore(), part, locale));
}

/** A store with the session of a staff member. */
export async function storeOf(staff: object, permissions: Session['permissions'] = []) {
  const store = newStore();
  const session = {
    staff,
    space: { id: 'space', timeZone: 'Asia/Tokyo' },
    permissions,
  } as unknown as Session;
  await store.dispatch(sessionApi.util.upsertQueryData('getSession', undefined, session));
  return store;
}

/** Renders a part of the app for a signed-in staff member. */
export async function showTo(
  staff: object,
  part: ReactElement,
  locale: 'ja' | 'en' = 'ja',
  permissions: Session['permissions'] = [],
) {
  return render(frame(await storeOf(staff, permissions), part, locale));
}
