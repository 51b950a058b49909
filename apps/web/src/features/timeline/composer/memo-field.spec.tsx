import { MantineProvider } from '@mantine/core';
import type { Staff } from '@engawa/contracts';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { canSend } from './form-state';
import { MemoField } from './memo-field';

const staffs = [
  { id: 's1', displayName: '水野 航', email: 'wataru@example.com', deactivated: false },
  { id: 's2', displayName: '高橋 さくら', email: 'sakura@example.com', deactivated: false },
  { id: 's3', displayName: '水口 退', email: 'gone@example.com', deactivated: true },
].map((staff) => ({ thumbPhotoUrl: null, ...staff })) as unknown as Staff[];

function Field(props: { onSend: () => void; mentions?: boolean }) {
  const [value, setValue] = useState('');
  return (
    <MantineProvider>
      <IntlFrame locale="ja">
        <MemoField
          value={value}
          onChange={setValue}
          onSend={props.onSend}
          label="メモ"
          placeholder="…"
          staffs={props.mentions ? staffs : undefined}
        />
      </IntlFrame>
    </MantineProvider>
  );
}

describe('where memos are written', () => {
  it('keeps what is too long, and says so', () => {
    render(<Field onSend={jest.fn()} />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('メモ');
    fireEvent.change(field, { target: { value: 'あ'.repeat(20_000) } });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.change(field, { target: { value: 'あ'.repeat(1_000_000) } });
    expect(field.value).toHaveLength(1_000_000);
    screen.getByText('メモは20000文字までです。今は1000000文字あります。');
    expect(canSend({ memo: field.value, attachments: [] })).toBe(false);
    fireEvent.change(field, { target: { value: 'あ' } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(canSend({ memo: field.value, attachments: [] })).toBe(true);
  });

  it('sends with Ctrl+Enter or ⌘+Enter only', async () => {
    const send = jest.fn();
    render(<Field onSend={send} />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('メモ');
    await userEvent.type(field, 'はい{Enter}');
    expect(send).not.toHaveBeenCalled();
    expect(field.value).toBe('はい\n');
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    fireEvent.keyDown(field, { key: 'Enter', metaKey: true });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('never sends while a conversion is being taken', () => {
    const send = jest.fn();
    render(<Field onSend={send} />);
    const field = screen.getByLabelText('メモ');
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, keyCode: 229 });
    expect(send).not.toHaveBeenCalled();
  });

  it('offers staff at work behind a sign and writes the chosen name', async () => {
    const send = jest.fn();
    render(<Field onSend={send} mentions />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('メモ');
    await userEvent.type(field, 'これを @');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      '水水野 航',
      '高高橋 さくら',
    ]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(field.value).toBe('これを @高橋 さくら ');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(send).not.toHaveBeenCalled();
  });
});
