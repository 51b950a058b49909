import { screen } from '@testing-library/react';
import { show } from '../../../test/show';
import { NewSecret } from './new-secret';

it('has the focus, because the form that made the secret is gone', () => {
  const words = { title: '新しいトークン', copy: 'コピーする', copied: 'コピーしました' };
  show(
    <NewSecret {...words} secret="ew_1" onClose={jest.fn()}>
      今だけ
    </NewSecret>,
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'コピーする' }));
});
