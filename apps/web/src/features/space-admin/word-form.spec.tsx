import { screen } from '@testing-library/react';
import { show } from '../../../test/show';
import { WordForm } from './word-form';

let mockNarrow = false;
jest.mock('../../shared/layout/use-wide', () => ({ useNarrow: () => mockNarrow }));

const controls = () => {
  const form = screen.getByRole('textbox').closest('form')!;
  return [...form.querySelectorAll('input, select, button')].map(
    (control) => control.textContent || control.tagName,
  );
};

it.each([
  ['beside the word', false, ['INPUT', 'キャンセル', '保存する', 'SELECT']],
  ['below all fields on a phone', true, ['INPUT', 'SELECT', 'キャンセル', '保存する']],
])('has the buttons of a changed word %s', (_where, narrow, expected) => {
  mockNarrow = narrow;
  const act = () => Promise.resolve();
  show(
    <WordForm ready busy={false} onSubmit={act} onCancel={act} more={<select />}>
      <input />
    </WordForm>,
  );
  expect(controls()).toEqual(expected);
});
