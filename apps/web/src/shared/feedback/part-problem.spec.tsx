import { fireEvent, screen } from '@testing-library/react';
import { show } from '../../../test/show';
import { PartProblem, SharedNotice } from './part-problem';

const error = { status: 503, data: null };

it('shows one notice for all failed parts, and retries each of them', () => {
  const first = jest.fn();
  const second = jest.fn();
  show(
    <SharedNotice>
      <PartProblem error={error} onRetry={first} />
      <PartProblem error={error} onRetry={second} />
    </SharedNotice>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
});

it('shows the notice in place where none is shared', () => {
  show(<PartProblem error={error} onRetry={jest.fn()} />);
  screen.getByRole('alert');
});
