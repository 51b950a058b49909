import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { hideToast, toastStore } from '../../shared/feedback/toast.store';
import { PasswordPart } from './password-part';
import { TwoFactorPart } from './two-factor-part';

const refusal = { status: 503, body: { code: 'x.away', title: 'Away' } };
const texts = () => toastStore.read().map(({ text }) => text);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

/** Signs in; each POST is answered when `answer` is called. */
function serveSlowly(enabled: boolean) {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const waiting: (() => void)[] = [];
  const asked = serve(({ method }) =>
    method === 'POST'
      ? new Promise((done) => waiting.push(() => done(refusal)))
      : { body: { enabled, required: false, recoveryCodesLeft: 10 } },
  );
  const sent = () => asked.filter(({ method }) => method === 'POST');
  return { sent, answer: () => act(async () => waiting.shift()!()) };
}

beforeEach(() => toastStore.read().forEach(({ id }) => hideToast(id)));

it.each<[string, ReactElement, boolean, () => Promise<void>]>([
  [
    'the password',
    <PasswordPart key="password" />,
    false,
    async () => {
      await type('Current password', 'correct horse');
      await type('New password', 'battery staple 1');
      await type('Confirm new password', 'battery staple 1');
      await press('Change the password');
    },
  ],
  [
    'a first factor',
    <TwoFactorPart key="setup" />,
    false,
    async () => {
      await press('Set up two-factor sign-in');
      await type('Your password', 'correct horse');
      await press('Continue');
    },
  ],
  [
    'recovery codes',
    <TwoFactorPart key="codes" />,
    true,
    async () => {
      await press('Create new recovery codes');
      await type('Your password', 'correct horse');
      await type('Six-digit code, or a recovery code', '123456');
      await press('Create new recovery codes');
    },
  ],
])('says why %s was not changed after the page was left', async (_what, part, enabled, send) => {
  const { sent, answer } = serveSlowly(enabled);
  const { unmount } = await showTo({ id: 's1' }, part, 'en');
  await send();
  await waitFor(() => expect(sent()).toHaveLength(1));
  unmount();
  await answer();
  await waitFor(() => expect(texts()).toEqual(['Away']));
});

it('asks for both factors again without the refusal of an earlier attempt', async () => {
  const { sent, answer } = serveSlowly(true);
  await showTo({ id: 's1' }, <TwoFactorPart />, 'en');
  await press('Create new recovery codes');
  await type('Your password', 'correct horse');
  await type('Six-digit code, or a recovery code', '123456');
  await press('Create new recovery codes');
  await waitFor(() => expect(sent()).toHaveLength(1));
  await answer();
  expect(await screen.findByText('Away')).toBeDefined();
  await press('Cancel');
  await press('Create new recovery codes');
  expect(await screen.findByLabelText('Your password')).toBeDefined();
  expect(screen.queryByText('Away')).toBeNull();
});
