import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { show } from '../../test/show';
import { Finder } from './finder';

const taken = jest.fn();
const entry = (id: string) => ({ id, words: id, run: () => taken(id) });

function Palette() {
  const [query, setQuery] = useState('su');
  const [rows, setRows] = useState({ of: 's', ids: ['sato'] });
  return (
    <>
      <button onClick={() => setRows({ of: query, ids: ['suzuki', 'suda'] })}>answer</button>
      <Finder
        title="find"
        query={query}
        onQuery={setQuery}
        groups={[{ name: '', entries: rows.ids.map(entry) }]}
        isFirstKnown={rows.of === query}
        onClose={() => undefined}
      />
    </>
  );
}

const open = async () => {
  taken.mockClear();
  show(<Palette />);
  return screen.findByRole('combobox');
};
const answer = () => fireEvent.click(screen.getByText('answer'));

it('has the focus as soon as it is there, so that what is typed at once is not lost', () => {
  show(<Palette />);
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
});

it('waits with Enter for the first row of the query', async () => {
  fireEvent.keyDown(await open(), { key: 'Enter' });
  expect(taken.mock.calls).toEqual([]);
  answer();
  expect(taken.mock.calls).toEqual([['suzuki']]);
});

it('takes a row of the query before that was marked by hand', async () => {
  const field = await open();
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(taken.mock.calls).toEqual([['sato']]);
});

it('forgets Enter when the query changes', async () => {
  const field = await open();
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.change(field, { target: { value: 'suz' } });
  answer();
  expect(taken.mock.calls).toEqual([]);
});
