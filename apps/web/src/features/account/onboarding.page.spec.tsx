import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { useGetSessionQuery } from '../../shared/session/session.api';
import { OnboardingPage } from './onboarding.page';

it('says why somebody could not sign out', async () => {
  serve(() => 'no network');
  await showTo({ id: 's', email: 'a@example.com' }, <OnboardingPage />, 'en');
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
});

/** Keeps the session, as the app does. */
function Page() {
  useGetSessionQuery();
  return <OnboardingPage />;
}

it('goes on to the terms when the first password was set by a request whose answer was lost', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const staff = { id: 's', email: 'a@example.com' };
  serve(({ method }) =>
    method === 'POST'
      ? { status: 409, body: { code: 'x.set', title: 'Already set' } }
      : { body: { staff, space: {}, permissions: [], initialPasswordChanged: true } },
  );
  await showTo(staff, <Page />, 'en');
  for (const label of ['New password', 'Confirm new password']) {
    fireEvent.change(await screen.findByLabelText(label), {
      target: { value: 'battery staple 1' },
    });
  }
  fireEvent.click(document.querySelector('button[type=submit]')!);
  expect(await screen.findByText('Please read the terms of use')).toBeTruthy();
});

it('says that the first password may be set when the answer was lost', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const staff = { id: 's', email: 'a@example.com' };
  serve(({ method }) =>
    method === 'POST'
      ? { status: 504, body: { code: 'x.timeout', title: 'No answer' } }
      : { body: { staff, space: {}, permissions: [], initialPasswordChanged: false } },
  );
  await showTo(staff, <Page />, 'en');
  for (const label of ['New password', 'Confirm new password']) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'battery staple 1' } });
  }
  fireEvent.click(document.querySelector('button[type=submit]')!);
  await screen.findByText(/not known whether your password has changed/);
});
