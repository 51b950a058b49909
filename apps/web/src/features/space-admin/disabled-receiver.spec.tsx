import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import type { IntegrationSettings, Webhook } from '@engawa/contracts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { serve } from '../../../test/answers';
import { keepAccess } from '../../shared/api/access';
import { api } from '../../shared/api/api';
import { IntlFrame } from '../../shared/intl/intl-frame';
import { IntegrationsPart } from './integrations.part';
import { WebhookCard } from './webhook-card';

const NOTICE = /3日間まったく届かなかったため、止めました/;

const webhook: Webhook = {
  id: 'w1',
  version: 4,
  url: 'https://example.com/hook',
  description: '入退室',
  events: ['timeline.post.created'],
  enabled: false,
  disabledReason: 'failing',
  secretRotatedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
};
const chat = { enabled: true, disabledReason: null, kinds: ['post'], secretHint: 'abcd' } as const;
const settings = {
  version: 2,
  slack: { ...chat, enabled: false, disabledReason: 'failing' },
  teams: chat,
  chatwork: { ...chat, roomId: '1' },
} as unknown as IntegrationSettings;

function show(part: ReactElement) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });
  return render(
    <Provider store={store}>
      <MantineProvider env="test">
        <IntlFrame locale="ja">
          <MemoryRouter>{part}</MemoryRouter>
        </IntlFrame>
      </MantineProvider>
    </Provider>,
  );
}

describe('a receiver that was switched off after days of failure (INT-3)', () => {
  let asked: ReturnType<typeof serve>;

  beforeEach(() => {
    keepAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    asked = serve(({ url }) => {
      if (url.endsWith('/integrations')) return { body: settings };
      return { body: { ...webhook, enabled: true, disabledReason: null } };
    });
  });

  it('says so on the card of the webhook, where it can be switched on again', async () => {
    show(<WebhookCard webhook={webhook} onSecret={() => undefined} />);
    expect(screen.getByText(NOTICE)).toBeTruthy();
    fireEvent.click(screen.getByRole('switch', { name: '入退室へ送信する' }));
    await waitFor(() => expect(asked.map(({ method }) => method)).toContain('PATCH'));
  });

  it('says so beside the chat, and beside no other', async () => {
    const { container } = show(<IntegrationsPart />);
    await waitFor(() => expect(screen.getAllByText(NOTICE)).toHaveLength(1));
    expect(container.querySelector('[data-chat="slack"]')?.textContent).toMatch(NOTICE);
  });
});
