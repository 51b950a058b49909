import type { Task } from '@engawa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { toastStore } from '../../shared/feedback/toast.store';
import { useTaskChange } from './use-task-change';

function Page() {
  const change = useTaskChange();
  const task = { id: 't1', version: 1, memo: '鍵', labels: [], task: { status: 'waiting' } };
  return (
    <main id="content">
      <article data-row="t1" tabIndex={-1} />
      <button
        type="button"
        onClick={() => change(task as unknown as Task, { status: 'inProgress' })}
      />
    </main>
  );
}

it('gives the focus to a card that returns to its column because its change was refused', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(() => ({ status: 503, body: { code: 'x.away', title: 'Away' } }));
  await showTo({ id: 's1' }, <Page />, 'en');
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(toastStore.read().at(-1)?.text).toBe('Away'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article')));
});
