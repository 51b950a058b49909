import type { IntegrationSettings, Webhook } from '@engawa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
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

describe('a receiver that was switched off after days of failure (INT-3)', () => {
  let asked: ReturnType<typeof serve>;

  beforeEach(() => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
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
