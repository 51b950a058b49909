import type { Label } from '@engawa/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { show } from '../../../test/show';
import { LabelMenu } from './label-menu';

const names = [
  '相談',
  'イベント',
  '見学',
  '運営の課題',
  'お客さま',
  '電話',
  '掃除',
  '備品',
  '会議室',
];
const labels = names.map(
  (name, order) => ({ id: name, name, color: 'ai', order }) as never as Label,
);

function Form(props: { any?: string; most?: number; first?: string[] }) {
  const [value, setValue] = useState(props.first ?? []);
  return (
    <>
      <LabelMenu
        labels={labels}
        value={value}
        onChange={setValue}
        any={props.any}
        most={props.most}
      >
        <button type="button">Labels</button>
      </LabelMenu>
      <output>{value.join(' ')}</output>
    </>
  );
}

const chosen = () => screen.getByRole('status').textContent;
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

/** Opens the list of a form, and returns its search field, which has the focus. */
async function open(props: Parameters<typeof Form>[0] = {}) {
  show(<Form {...props} />);
  await userEvent.click(screen.getByRole('button', { name: 'Labels' }));
  const field = await screen.findByLabelText('ラベルを探す');
  await waitFor(() => expect(document.activeElement).toBe(field));
  return field;
}

it('finds a label by any part of its name and width, and stays open for the next one', async () => {
  const field = await open();
  expect(options()).toEqual(names);
  await userEvent.type(field, 'ｲﾍﾞ');
  expect(options()).toEqual(['イベント']);
  await userEvent.keyboard('{Enter}');
  expect(chosen()).toBe('イベント');
  expect(options()).toEqual(names);
  await userEvent.type(field, '課題{Enter}');
  expect(chosen()).toBe('イベント 運営の課題');
  await userEvent.click(screen.getByRole('option', { name: 'イベント' }));
  expect(chosen()).toBe('運営の課題');
});

it('says that no label has the typed name', async () => {
  await userEvent.type(await open(), 'ない');
  screen.getByText('見つかりませんでした');
});

it('takes no more labels than allowed', async () => {
  await open({ most: 1, first: ['相談'] });
  await userEvent.click(screen.getByRole('option', { name: '見学' }));
  expect(chosen()).toBe('相談');
  expect(screen.getByRole('option', { name: '相談' }).ariaChecked).toBe('true');
});

it('closes by Escape, which closes nothing else', async () => {
  await open();
  const pressed = jest.fn();
  window.addEventListener('keydown', pressed);
  await userEvent.keyboard('{Escape}');
  window.removeEventListener('keydown', pressed);
  expect(pressed.mock.lastCall?.[0]).toMatchObject({ key: 'Escape', defaultPrevented: true });
  const button = screen.getByRole('button', { name: 'Labels' });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('opens no keyboard on a touch screen', async () => {
  const real = window.matchMedia;
  const matchMedia = jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...real(query),
    matches: query === '(pointer: coarse)',
  }));
  show(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Labels' }));
  const list = await screen.findByRole('listbox');
  await waitFor(() => expect(document.activeElement).toBe(list));
  // Opened again, it has the focus as the first time.
  const button = screen.getByRole('button', { name: 'Labels' });
  await userEvent.click(button);
  await waitFor(() => expect(document.activeElement).toBe(button));
  await userEvent.click(button);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listbox')));
  matchMedia.mockRestore();
});

it('chooses one label or any, and closes', async () => {
  const field = await open({ any: 'すべてのラベル', first: ['相談'] });
  await userEvent.type(field, '会議{Enter}');
  expect(chosen()).toBe('会議室');
  const button = screen.getByRole('button', { name: 'Labels' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('option', { name: 'すべてのラベル' }));
  expect(chosen()).toBe('');
});
