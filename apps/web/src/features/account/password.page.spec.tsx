import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { PasswordPage } from './password.page';

function Open({ address }: { address: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(address), [navigate, address]);
  return null;
}

const used = { status: 410, body: { code: 'identity.password-link.used', title: 'Used' } };

/** Opens a mailed link, whose submissions are answered in turn, and returns what submits a password. */
async function open(kind: 'invitation' | 'reset', answers: Parameters<typeof serve>[0][]) {
  const asked = serve((request) => {
    if (request.url.endsWith('/check'))
      return { body: { kind, displayName: 'Aoki', email: 'a@example.com' } };
    if (request.url.endsWith('/submit')) return answers.shift()!(request);
    return { status: 401, body: { code: 'identity.sign-in.second-factor', title: 'Code' } };
  });
  show(
    <Routes>
      <Route path="/actions/passwords/submit" element={<PasswordPage step="submit" />} />
      <Route path="/actions/passwords/done" element={<PasswordPage step="done" />} />
      <Route path="*" element={<Open address="/actions/passwords/submit#token=t" />} />
    </Routes>,
    'en',
  );
  for (const label of ['New password', 'Confirm new password']) {
    fireEvent.change(await screen.findByLabelText(label), {
      target: { value: 'battery staple 1' },
    });
  }
  const button = document.querySelector<HTMLButtonElement>('button[type=submit]')!;
  const submit = async () => {
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
  };
  return { submit, asked };
}

it.each(['reset', 'invitation'] as const)(
  'ends a %s that is sent again because its answer was lost',
  async (kind) => {
    const { submit, asked } = await open(kind, [() => 'no network', () => used]);
    await submit();
    await screen.findByRole('alert');
    await submit();
    await screen.findByText('Your password has been set');
    const signIns = asked.filter(({ url }) => url.endsWith('/sign-in'));
    expect(signIns).toHaveLength(kind === 'invitation' ? 1 : 0);
  },
);

it('says that a link was used when no answer was lost', async () => {
  const { submit } = await open('invitation', [() => used]);
  await submit();
  await screen.findByText('This link has already been used');
});
