import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { Duplicates } from './duplicates';

const member = (id: string) => ({
  ...{ id, familyName: '三枝', firstName: '', company: id, typeOfContract: '', customFields: {} },
});
const merge = {
  ...{ kept: member('a'), other: member('b') },
  ...{ mergedAt: '2026-11-01T00:00:00Z', mergedBy: 's1' },
};

describe('members that are likely the same', () => {
  beforeEach(() =>
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() }),
  );
  /** Shows them; `write` answers the merge or its undo. */
  const show = async (write: Parameters<typeof serve>[0]) => {
    const asked = serve((request) => {
      if (request.url.endsWith('/preview')) return { body: { ...merge, merged: merge.kept } };
      if (request.method === 'POST') return write(request);
      if (request.url.includes('/merges')) return { body: { items: [merge], nextCursor: null } };
      if (!request.url.includes('/duplicates')) return { body: { items: [] } };
      return { body: { groups: [{ members: [merge.kept, merge.other] }] } };
    });
    await showTo({ id: 's1' }, <Duplicates />, 'en');
    return () => asked.filter(({ method, url }) => method === 'POST' && !url.endsWith('/preview'));
  };

  it('are merged once although the answer was lost', async () => {
    let isLost = true;
    const sent = await show(() => (isLost ? 'no network' : { body: merge }));
    fireEvent.click(await screen.findByRole('button', { name: /^Compare/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const send = () => fireEvent.click(dialog.getByRole('button', { name: 'Merge' }));
    send();
    await dialog.findByRole('alert');
    isLost = false;
    send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [first, second] = sent().map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
  });

  it('are separated once, however often the button is pressed', async () => {
    let answer: () => void = () => undefined;
    const sent = await show(() => new Promise((done) => (answer = () => done({ body: merge }))));
    const undo = await screen.findByRole<HTMLButtonElement>('button', { name: /^Undo/ });
    fireEvent.click(undo);
    await waitFor(() => expect(undo.disabled).toBe(true));
    fireEvent.click(undo);
    answer();
    await waitFor(() => expect(undo.disabled).toBe(false));
    expect(sent()).toHaveLength(1);
  });
});
