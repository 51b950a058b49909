import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { toastStore } from '../feedback/toast.store';
import { useFollowRows } from './use-follow-rows';

const rows = [{ id: 'p1' }, { id: 'p2' }];
const followed = rows.map(({ id }) => ({ target: 'post', targetId: id, choice: 'follow' }));

function Rows() {
  const follow = useFollowRows('post');
  return <button onClick={() => void follow(rows, ({ id }) => id)}>follow</button>;
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'follow' }));
const lastToast = () => toastStore.read().at(-1);

describe('following rows by key', () => {
  it('changes nothing and says so when the list of follows cannot be read', async () => {
    let works = true;
    const log = serve(({ method }) =>
      method !== 'GET' || works ? { body: { items: followed } } : 'no network',
    );
    const changes = () => log.filter(({ method }) => method !== 'GET').map((one) => one.method);
    show(<Rows />);

    await press();
    await waitFor(() => expect(changes()).toEqual(['DELETE', 'DELETE']));
    await waitFor(() => expect(lastToast()?.undo).toBeDefined());

    works = false;
    await press();
    await waitFor(() => expect(lastToast()?.tone).toBe('failure'));
    expect(changes()).toEqual(['DELETE', 'DELETE']);
  });

  it('restores what was muted when it is undone', async () => {
    const log = serve(() => ({
      body: { items: [{ target: 'post', targetId: 'p1', choice: 'mute' }, followed[1]] },
    }));
    const changes = () =>
      log.filter(({ method }) => method !== 'GET').map(({ url, body }) => [url.at(-1), body]);
    show(<Rows />);

    await press();
    await waitFor(() => expect(changes()).toHaveLength(2));
    await waitFor(() => expect(lastToast()?.undo).toBeDefined());
    act(() => lastToast()!.undo!());
    await waitFor(() => expect(changes()).toHaveLength(4));
    expect(changes().slice(2)).toEqual([
      ['1', { choice: 'mute' }],
      ['2', { choice: 'follow' }],
    ]);
  });
});
