import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { dropAccess, storeAccess } from '../../shared/api/access';
import { PasswordPart } from './password-part';

const wrong = { status: 422, body: { code: 'identity.password.wrong', title: 'Not the password' } };
const ended = { status: 401, body: { code: 'identity.session.ended', title: 'Signed out' } };

/** Shows the form and returns what sends it. */
async function form(replies: Parameters<typeof serve>[0][]) {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve((request) => {
    if (request.url.endsWith('/auth/refresh')) return ended;
    return replies.shift()!(request);
  });
  await showTo({ id: 's1' }, <PasswordPart />, 'en');
  for (const [label, value] of [
    ['Current password', 'correct horse'],
    ['New password', 'battery staple 1'],
    ['Confirm new password', 'battery staple 1'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Change the password' });
  return async () => {
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
  };
}

afterEach(dropAccess);

it.each([
  ['refused', wrong],
  ['refused because the session ended', ended],
])('says what to do when a change is %s after its answer was lost', async (_why, refusal) => {
  const send = await form([() => 'no network', () => refusal]);
  await send();
  await screen.findByText(/not known whether your password has changed/);
  await send();
  await screen.findByText(/sign in with the new password/);
});

it('says that the password is wrong when no answer was lost', async () => {
  const send = await form([() => wrong]);
  await send();
  await screen.findByText('Not the password');
});
