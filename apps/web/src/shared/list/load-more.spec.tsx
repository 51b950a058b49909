import { fireEvent, screen } from '@testing-library/react';
import { show } from '../../../test/show';
import { LoadMore } from './load-more';

const list = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false };

it('says that the next page could not be read, and reads it again', () => {
  const fetchNextPage = jest.fn();
  const failed = { ...list, isFetchNextPageError: true, error: { status: 503, data: null } };
  show(<LoadMore list={{ ...failed, fetchNextPage }}>さらに表示</LoadMore>);
  screen.getByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
});
