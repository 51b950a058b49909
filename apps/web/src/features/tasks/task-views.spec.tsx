import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { toastStore } from '../../shared/feedback/toast.store';
import { TaskViews } from './task-views';
import { readTaskAddress } from './tasks.rules';

it('leaves the address alone when the deletion of a view is answered late', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const criteria = { statuses: ['waiting'], labelIds: [], assignUserId: null, due: null };
  const view = { id: 'v1', version: 1, displayName: '今週', criteria };
  let answer: () => void = () => undefined;
  const asked = serve(({ method }) =>
    method === 'DELETE'
      ? new Promise((done) => (answer = () => done({ status: 204 })))
      : { body: { items: [view] } },
  );
  const onChoose = jest.fn();
  const address = readTaskAddress(new URLSearchParams('filter=v1&statuses=waiting'), 'board');
  await showTo({ id: 's1' }, <TaskViews address={address} onChoose={onChoose} />);
  fireEvent.click(await screen.findByRole('button', { name: /今週/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /削除/ }));
  expect(onChoose.mock.lastCall).toEqual([expect.objectContaining({ filter: undefined })]);
  onChoose.mockReset();
  await waitFor(() => expect(asked.at(-1)?.method).toBe('DELETE'));
  await act(async () => answer());
  await waitFor(() => expect(toastStore.read()).toHaveLength(1));
  expect(onChoose).not.toHaveBeenCalled();
});
