import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { SessionsPart } from './sessions-part';

it('ends a session once, however often its button is pressed', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let answer: () => void = () => undefined;
  const session = { userAgent: '', network: '', lastSeenAt: '2026-11-20T00:00:00.000Z' };
  const items = [
    { ...session, id: 'here', current: true },
    { ...session, id: 'there', current: false },
  ];
  const asked = serve(({ method }) =>
    method === 'DELETE'
      ? new Promise((done) => (answer = () => done({ status: 204 })))
      : { body: { items } },
  );
  const ended = () => asked.filter(({ method }) => method === 'DELETE');
  await showTo({ id: 's1' }, <SessionsPart />, 'en');
  const end = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Sign out on Unknown device',
  });
  fireEvent.click(end);
  await waitFor(() => expect(end.disabled).toBe(true));
  fireEvent.click(end);
  await act(async () => answer());
  expect(ended()).toHaveLength(1);
});
