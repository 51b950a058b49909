import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from '../../../test/show';
import { confirm } from './confirm.store';
import { ConfirmDialogHost } from './confirm-dialog-host';

/** A page with a button and an entry of its menu, both of which ask. */
function Page({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  const ask = async () => {
    const question = { title: '削除しますか？', text: '戻せません。', action: '削除する' };
    onAnswer(await confirm({ ...question, danger: true }));
  };
  return (
    <>
      <button type="button" id="opener" onClick={() => void ask()}>
        削除
      </button>
      <div role="menu" aria-labelledby="opener">
        <button type="button" role="menuitem" onClick={() => void ask()}>
          消す
        </button>
      </div>
      <ConfirmDialogHost />
    </>
  );
}

describe('a question', () => {
  const onAnswer = jest.fn();
  const ask = async (role: string, name: string) => {
    screen.getByRole(role, { name }).focus();
    await userEvent.keyboard('{Enter}');
    const cancel = await screen.findByRole('button', { name: 'キャンセル' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
  };
  const isBack = () => waitFor(() => expect(document.activeElement?.id).toBe('opener'));

  beforeEach(() => onAnswer.mockClear());

  // The first test, whose question is the first since the page was loaded: the dialog loads with it.
  it('gives the focus back to its opener, also the first one', async () => {
    show(<Page onAnswer={onAnswer} />);
    for (const key of ['{Enter}', '{Escape}']) {
      await ask('button', '削除');
      await userEvent.keyboard(key);
      await isBack();
    }
    expect(onAnswer.mock.calls).toEqual([[false], [false]]);
  });

  it.each([
    ['declined', '{Enter}', false],
    ['accepted', '{Tab}{Enter}', true],
  ])('from a menu gives it to the button of the menu when it is %s', async (_how, keys, yes) => {
    show(<Page onAnswer={onAnswer} />);
    await ask('menuitem', '消す');
    await userEvent.keyboard(keys);
    await isBack();
    expect(onAnswer.mock.calls).toEqual([[yes]]);
  });
});
