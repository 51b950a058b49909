import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { toastStore } from '../../shared/feedback/toast.store';
import { useGetSessionQuery } from '../../shared/session/session.api';
import { TwoFactorPart } from './two-factor-part';

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const refused = { status: 409, body: { code: 'x.state', title: 'Not in this state' } };
const offer = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/engawa' };

/** Keeps the session, as the app does. */
function Page() {
  useGetSessionQuery();
  return <TwoFactorPart />;
}

describe('two-factor sign-in', () => {
  let enabled: boolean;
  /** Signs in; `change` answers the request that turns it on or off. */
  const show = (change: Parameters<typeof serve>[0]) => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    serve((request) => {
      if (request.url.endsWith('/begin')) return { body: offer };
      if (request.url.includes('/session')) return 'no network';
      if (request.method === 'POST') return change(request);
      return { body: { enabled, required: false, recoveryCodesLeft: 10 } };
    });
    return showTo({ id: 's1' }, <Page />, 'en');
  };
  const setUp = async () => {
    await press('Set up two-factor sign-in');
    await type('Your password', 'correct horse');
    await press('Continue');
    await type('Six-digit code', '123456');
    await press('Finish');
  };

  it('leads to new recovery codes when the answer with the first ones was lost', async () => {
    enabled = false;
    await show(() => {
      enabled = true;
      return 'no network';
    });
    await setUp();
    expect(await screen.findByText(/could not be shown/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create new recovery codes' })).toBeTruthy();
  });

  it('frees an account that had to set it up, although the answer was lost', async () => {
    enabled = false;
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    const session = (twoFactorSetupRequired: boolean) => ({
      ...{ staff: { id: 'god' }, space: { id: 'space' }, permissions: [], twoFactorSetupRequired },
    });
    const expiresAt = new Date(Date.now() + 900_000).toISOString();
    serve(({ url }) => {
      if (url.endsWith('/auth/refresh')) {
        return { body: { accessToken: 'u', expiresAt, session: session(!enabled) } };
      }
      if (url.endsWith('/session')) return { body: session(true) };
      if (url.endsWith('/begin')) return { body: offer };
      if (url.endsWith('/confirm')) {
        enabled = true;
        return 'no network';
      }
      return { body: { enabled, required: true, recoveryCodesLeft: 10 } };
    });
    const IsLocked = () =>
      String(
        useGetSessionQuery(undefined, { refetchOnMountOrArgChange: true }).data
          ?.twoFactorSetupRequired,
      );
    const page = (
      <>
        <TwoFactorPart />
        <output>
          <IsLocked />
        </output>
      </>
    );
    await showTo({ id: 'god' }, page, 'en');
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('true'));
    await setUp();
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('false'));
  });

  it('is off when it is refused again because an answer was lost', async () => {
    enabled = true;
    await show(() => {
      enabled = false;
      return refused;
    });
    await press('Turn two-factor sign-in off');
    await type('Your password', 'correct horse');
    await type('Six-digit code, or a recovery code', '123456');
    await press('Turn two-factor sign-in off');
    expect(await screen.findByText('Not set up.')).toBeTruthy();
    expect(screen.queryByLabelText('Your password')).toBeNull();
  });

  it('says that the recovery codes were not seen when the page was left', async () => {
    enabled = false;
    let answer: () => void = () => undefined;
    const body = { recoveryCodes: ['aaaa-bbbb'] };
    const { unmount } = await show(() => new Promise((done) => (answer = () => done({ body }))));
    await setUp();
    const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
    await waitFor(() => expect(cancel.disabled).toBe(true));
    unmount();
    await act(async () => answer());
    await waitFor(() => expect(toastStore.read().at(-1)?.text).toContain('could not be shown'));
  });

  it('gives the focus back to its button when the form is left', async () => {
    enabled = false;
    await show(() => 'no network');
    await press('Set up two-factor sign-in');
    await press('Cancel');
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Set up two-factor sign-in' }),
    );
  });
});
