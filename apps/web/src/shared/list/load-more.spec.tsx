import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { show } from '../../../test/show';
import { takeFocusOfDisabled } from '../../../test/take-focus';
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

/** A list of rows with a link or without, and a function that ends the request for the last of them. */
function List(props: { linked: boolean; onAsk: (answer: () => void) => void }) {
  const [pages, setPages] = useState(1);
  const [isFetchingNextPage, setFetching] = useState(false);
  const fetchNextPage = () => {
    setFetching(true);
    props.onAsk(() => {
      setFetching(false);
      setPages(2);
    });
  };
  return (
    <main>
      <h1 tabIndex={-1}>会員</h1>
      <ul>
        {['佐藤', '青木', '石川', '上田'].slice(0, pages * 2).map((name) => (
          <li key={name}>{props.linked ? <a href="#member">{name}</a> : name}</li>
        ))}
      </ul>
      <div>
        <LoadMore list={{ ...list, hasNextPage: pages === 1, isFetchingNextPage, fetchNextPage }}>
          さらに表示
        </LoadMore>
      </div>
      <ul>
        <li>
          <button type="button">別の一覧</button>
        </li>
      </ul>
    </main>
  );
}

describe('the last rows', () => {
  const load = async (linked: boolean) => {
    let answer: () => void = () => undefined;
    show(<List linked={linked} onAsk={(end) => (answer = end)} />);
    await userEvent.click(screen.getByRole('button', { name: 'さらに表示' }));
    await takeFocusOfDisabled();
    return () => act(answer);
  };

  it.each([
    ['the control', true],
    ['the row', false],
  ])('have the focus of the button that loaded them: %s', async (_what, linked) => {
    const answer = await load(linked);
    answer();
    expect(screen.queryByRole('button', { name: 'さらに表示' })).toBeNull();
    expect(document.activeElement?.tagName).toBe(linked ? 'A' : 'LI');
    expect(document.activeElement?.textContent).toBe('石川');
  });

  it('leave a focus that has gone elsewhere', async () => {
    const answer = await load(true);
    const other = screen.getByRole('button', { name: '別の一覧' });
    other.focus();
    answer();
    expect(document.activeElement).toBe(other);
  });
});
