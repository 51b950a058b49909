import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { toastStore } from '../feedback/toast.store';
import { useLoadedDirectory } from './use-loaded-directory';

function Chooser() {
  const { loadStaffs } = useLoadedDirectory();
  const [shown, setShown] = useState('');
  const open = async () => setShown(JSON.stringify(await loadStaffs()));
  return (
    <>
      <button onClick={() => void open()}>open</button>
      <output>{shown}</output>
    </>
  );
}

it('says that a list cannot be read instead of offering none', async () => {
  let isAway = true;
  serve(() => (isAway ? 'no network' : { body: { items: [] } }));
  show(<Chooser />);
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('null'));
  expect(toastStore.read().at(-1)?.tone).toBe('failure');
  isAway = false;
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('[]'));
});
