import { fireEvent, screen } from '@testing-library/react';
import { show } from '../../../test/show';
import { FailedQueries, PartProblem, SharedNotice } from './part-problem';

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

it('retries those of several queries that failed and have nothing to show', () => {
  const [failed, other, stale, done] = [jest.fn(), jest.fn(), jest.fn(), jest.fn()];
  show(
    <FailedQueries
      of={[
        { data: ['before'], error, refetch: stale },
        { error, refetch: failed },
        { data: [], refetch: done },
        { error, refetch: other },
      ]}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }));
  const calls = [failed, other, stale, done].map(({ mock }) => mock.calls.length);
  expect(calls).toEqual([1, 1, 0, 0]);
});
