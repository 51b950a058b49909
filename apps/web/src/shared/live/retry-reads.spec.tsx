import { act, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../api/access';
import { useListReactionsQuery, useListStaffsQuery } from '../directory/directory.api';
import { useRetriedReads } from './retry-reads';

function Lists() {
  useRetriedReads();
  const { data: staffs } = useListStaffsQuery();
  const { data: reactions } = useListReactionsQuery();
  return (
    <output>
      {staffs?.length} {reactions?.length}
    </output>
  );
}

/** Shows two lists of which the staff answer with a status first, and returns what is read. */
async function showFailed(status: number) {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let isAway = true;
  const asked = serve(({ url }) =>
    isAway && url.endsWith('/staffs') ? { status } : { body: { items: [{ id: 'x' }] } },
  );
  show(<Lists />);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(' 1'));
  isAway = false;
  return { read: (name: string) => asked.filter(({ url }) => url.endsWith(name)).length };
}
const retry = () => act(async () => void window.dispatchEvent(new Event('online')));

describe('lists without a retry of their own', () => {
  it('are read again after a failure of the server, the others not', async () => {
    const { read } = await showFailed(503);
    await retry();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 1'));
    await retry();
    expect([read('/staffs'), read('/reactions')]).toEqual([2, 1]);
  });

  it('are not read again when the server refuses them', async () => {
    const { read } = await showFailed(403);
    await retry();
    expect(read('/staffs')).toBe(1);
  });
});
