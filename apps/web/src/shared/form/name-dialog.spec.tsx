import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/show';
import { problemOf } from '../problem/api-problem';
import { NameDialog } from './name-dialog';

interface Named {
  version: number;
  displayName: string;
}

const saved = { version: 1, displayName: '今週' };

function open(
  onSave: (name: string, key: string, base: Named | null) => Promise<Named>,
  name = '',
) {
  const onSaved = jest.fn();
  const { unmount } = show(
    <NameDialog
      title="今の条件を保存する"
      label="名前"
      example="例"
      missing="名前を入力してください。"
      thing={name ? { version: 1, displayName: name } : null}
      onSave={onSave}
      onSaved={onSaved}
      refusal={(_error, tried) => `「${tried}」はすでにあります。`}
      onClose={jest.fn()}
    />,
  );
  const field = screen.getByLabelText<HTMLInputElement>('名前');
  return {
    field,
    onSaved,
    unmount,
    write: (text: string) => fireEvent.change(field, { target: { value: text } }),
    // Resolves after the response to the save.
    save: () =>
      act(async () => {
        fireEvent.click(screen.getByRole('button', { name: '保存する' }));
        await Promise.resolve();
      }),
  };
}

describe('the dialog that asks for a name', () => {
  it('leads to the field when nothing was typed, and saves nothing', async () => {
    const onSave = jest.fn(() => Promise.resolve(saved));
    const { field, write, save } = open(onSave);
    // The dialog itself leads there once, when it opens.
    await waitFor(() => expect(document.activeElement).toBe(field));
    write('   ');
    screen.getByRole('button', { name: '保存する' }).focus();
    await save();
    expect(screen.getByText('名前を入力してください。')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(onSave).not.toHaveBeenCalled();
  });

  it('sends the name without its margins, the same name as the same request', async () => {
    const onSave = jest.fn((_name: string, _key: string) => Promise.reject(new Error('lost')));
    const { write, save } = open(onSave);
    write(' 今週 ');
    await save();
    await save();
    write('来週');
    await save();
    const [first, second, third] = onSave.mock.calls;
    expect(first?.[0]).toBe('今週');
    expect(second).toEqual(first);
    expect(third?.[0]).toBe('来週');
    expect(third?.[1]).not.toBe(first?.[1]);
  });

  it('says why a name is refused until another is typed', async () => {
    const { write, save } = open(() => Promise.reject(new Error('taken')), '今週');
    await save();
    expect(await screen.findByText('「今週」はすでにあります。')).toBeTruthy();
    write('来週');
    expect(screen.queryByText('「今週」はすでにあります。')).toBeNull();
  });

  it('shows both names when somebody else renamed it meanwhile', async () => {
    const current = { version: 2, displayName: '来週' };
    const bases: (number | undefined)[] = [];
    const { write, save } = open((_name, _key, base) => {
      bases.push(base?.version);
      return base?.version === 1
        ? Promise.reject(
            problemOf(412, { code: 'x.stale', title: 'stale', current }) as unknown as Error,
          )
        : Promise.resolve({ version: 3, displayName: '再来週' });
    }, '今週');
    write('再来週');
    await save();
    expect(await screen.findByText('来週')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '自分の内容を残す' }));
    await save();
    expect(bases).toEqual([1, 2]);
  });

  it.each(['', '先週'])('stays with what is typed while it is saved (%s)', async (name) => {
    const answers: (() => void)[] = [];
    const asked: [string, number | undefined][] = [];
    const { field, write, save, onSaved } = open((displayName, _key, base) => {
      asked.push([displayName, base?.version]);
      const version = (base?.version ?? 0) + 1;
      return new Promise((resolve) => answers.push(() => resolve({ version, displayName })));
    }, name);
    const first = name ? 1 : undefined;
    write('今週');
    await save();
    write('今週の設備');
    await act(async () => answers[0]!());
    expect(onSaved).not.toHaveBeenCalled();
    expect(field.value).toBe('今週の設備');
    await save();
    await act(async () => answers[1]!());
    expect(asked).toEqual([
      ['今週', first],
      ['今週の設備', (first ?? 0) + 1],
    ]);
    expect(onSaved).toHaveBeenCalledTimes(1);
  });

  it('does not close what was opened after it was left', async () => {
    let answer = () => undefined as void;
    const { write, save, unmount, onSaved } = open(
      () => new Promise((resolve) => (answer = () => resolve(saved))),
    );
    write('今週');
    await save();
    unmount();
    await act(async () => answer());
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('takes a conversion without saving', () => {
    const onSave = jest.fn(() => Promise.resolve(saved));
    const { field } = open(onSave);
    expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 })).toBe(false);
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
    expect(onSave).not.toHaveBeenCalled();
  });
});
