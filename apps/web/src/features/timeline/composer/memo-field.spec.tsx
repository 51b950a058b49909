import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import type { Member, Staff } from '@engawa/contracts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { Provider } from 'react-redux';
import { api } from '../../../shared/api/api';
import { directoryApi } from '../../../shared/directory/directory.api';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { sessionApi } from '../../../shared/session/session.api';
import { canSend } from './form-state';
import { MemoField } from './memo-field';

const staffs = [
  { id: 's1', displayName: '水野 航', email: 'wataru@example.com', deactivated: false },
  { id: 's2', displayName: '高橋 さくら', email: 'sakura@example.com', deactivated: false },
  { id: 's3', displayName: '水口 退', email: 'gone@example.com', deactivated: true },
].map((staff) => ({ thumbPhotoUrl: null, ...staff })) as unknown as Staff[];

const members = [
  {
    ...{ id: 'm1', familyName: '佐藤', firstName: '陽子', company: 'さとう製作所' },
    ...{ familyNameKana: 'サトウ', firstNameKana: 'ヨウコ', deleted: false },
  },
  {
    ...{ id: 'm2', familyName: '水谷', firstName: '渉', company: '' },
    ...{ familyNameKana: 'ミズタニ', firstNameKana: 'ワタル', deleted: false },
  },
].map((member) => ({ thumbPhotoUrl: null, photoUrl: null, ...member })) as unknown as Member[];

function Field(props: {
  mentions?: boolean;
  onMember?: (id: string) => void;
  onFiles?: (files: File[]) => void;
}) {
  const [value, setValue] = useState('');
  return (
    <MantineProvider>
      <IntlFrame locale="ja">
        <MemoField
          value={value}
          onChange={setValue}
          label="本文"
          placeholder="…"
          mentions={props.mentions}
          onMember={({ id }) => props.onMember?.(id)}
          onFiles={props.onFiles}
        />
      </IntlFrame>
    </MantineProvider>
  );
}

describe('where memos are written', () => {
  it.each([
    ['a picture', [], 1],
    ['a picture of a page', ['text/html'], 1],
    ['a file with its name', ['text/plain'], 1],
    ['text, to which an office program adds a picture of it', ['text/plain', 'text/html'], 0],
  ])('takes %s from the clipboard', async (_what, types, attached) => {
    const onFiles = jest.fn();
    await renderWithPeople(<Field onFiles={onFiles} />);
    const files = [new File(['…'], 'image.png', { type: 'image/png' })];
    const clipboardData = { files, types: [...types, 'Files'] };
    const isTextPasted = fireEvent.paste(screen.getByLabelText('本文'), { clipboardData });
    expect(onFiles).toHaveBeenCalledTimes(attached);
    expect(isTextPasted).toBe(attached === 0);
  });

  // First, while the list still has to be loaded.
  it('takes the keys as soon as the list is there', async () => {
    await renderWithPeople(<Field mentions />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('本文');
    let isPressed = false;
    const watch = new MutationObserver(() => {
      if (!screen.queryByRole('listbox')) return;
      watch.disconnect();
      fireEvent.keyDown(field, { key: 'ArrowDown' });
      isPressed = true;
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await userEvent.type(field, '@');
    await waitFor(() => expect(isPressed).toBe(true));
    await userEvent.keyboard('{Enter}');
    expect(field.value).toBe('@水野 航 ');
  });

  it('keeps what is too long, and says so', () => {
    render(<Field />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('本文');
    fireEvent.change(field, { target: { value: 'あ'.repeat(20_000) } });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.change(field, { target: { value: 'あ'.repeat(1_000_000) } });
    expect(field.value).toHaveLength(1_000_000);
    screen.getByText('本文は20000文字までです。今は1000000文字あります。');
    expect(canSend({ memo: field.value, attachments: [] })).toBe(false);
    fireEvent.change(field, { target: { value: 'あ' } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(canSend({ memo: field.value, attachments: [] })).toBe(true);
  });

  it('offers staff at work behind a sign, oneself last, and writes the chosen name', async () => {
    await renderWithPeople(<Field mentions />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('本文');
    await userEvent.type(field, 'これを @');
    expect(await offered()).toEqual(['高高橋 さくらスタッフ', '水水野 航スタッフ']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(field.value).toBe('これを @水野 航 ');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('has the caret behind the name when the next key comes', async () => {
    await renderWithPeople(<Field mentions />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('本文');
    await userEvent.type(field, 'と話した');
    await userEvent.type(field, '@', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    await offered();
    await userEvent.keyboard('{ArrowDown}');
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(field.value).toBe('@水野 航 と話した');
    expect(field.selectionStart).toBe('@水野 航 '.length);
  });

  it('offers members by kana and romaji too, and takes them into the post', async () => {
    const take = jest.fn();
    await renderWithPeople(<Field mentions onMember={take} />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('本文');
    await userEvent.type(field, '@みず');
    expect(await offered()).toEqual(['水水谷 渉ミズタニ ワタル']);
    await userEvent.clear(field);
    await userEvent.type(field, '@sato');
    expect(await offered()).toEqual(['佐佐藤 陽子さとう製作所']);
    await userEvent.keyboard('{Tab}');
    expect(field.value).toBe('佐藤 陽子');
    expect(take).toHaveBeenCalledWith('m1');
    await userEvent.type(field, '@{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});

async function offered(): Promise<(string | null)[]> {
  await screen.findByRole('listbox');
  return screen.getAllByRole('option').map((option) => option.textContent);
}

/** Renders the field with the directory that the page has loaded. */
async function renderWithPeople(field: ReactElement): Promise<void> {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });
  const { upsertQueryData } = directoryApi.util;
  await store.dispatch(upsertQueryData('listStaffs', undefined, staffs) as never);
  const session = { staff: staffs[0] };
  const { upsertQueryData: upsertSession } = sessionApi.util;
  await store.dispatch(upsertSession('getSession', undefined, session as never) as never);
  await store.dispatch(upsertQueryData('listKnownMembers', undefined, members) as never);
  render(<Provider store={store}>{field}</Provider>);
}
