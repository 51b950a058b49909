import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { show } from '../../../test/show';
import { PageFrame } from './page-frame';

function Members() {
  const [count, setCount] = useState(0);
  return (
    <PageFrame title={`会員 ${count}`}>
      <Link to="/member">青木 美咲</Link>
      <Link to="/search">探す</Link>
      <button type="button" onClick={() => setCount(count + 1)}>
        数える
      </button>
    </PageFrame>
  );
}

/** A frame that stays, around two pages that it leads to. */
function Site() {
  return (
    <>
      <Link to="/member">青木さん</Link>
      <Routes>
        <Route index element={<Members />} />
        <Route path="member" element={<PageFrame title="青木 美咲">記録</PageFrame>} />
        <Route
          path="search"
          element={
            <PageFrame title="検索">
              <input aria-label="言葉" autoFocus />
            </PageFrame>
          }
        />
      </Routes>
    </>
  );
}

describe('the focus after another page is opened', () => {
  const open = async (name: string) => {
    screen.getByRole('link', { name }).focus();
    await userEvent.keyboard('{Enter}');
  };
  const heading = (name: string) => screen.getByRole('heading', { level: 1, name });

  it('is not taken by the page that comes first', () => {
    show(<Site />);
    expect(document.activeElement).toBe(document.body);
  });

  it('is on the title when what opened the page is gone with its own page', async () => {
    show(<Site />);
    await open('青木 美咲');
    expect(document.activeElement).toBe(heading('青木 美咲'));
  });

  it('stays on what opened the page and is still there', async () => {
    show(<Site />);
    await open('青木さん');
    expect(heading('青木 美咲')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: '青木さん' }));
  });

  it('stays in a field of the page that takes it', async () => {
    show(<Site />);
    await open('探す');
    expect(document.activeElement).toBe(screen.getByLabelText('言葉'));
  });

  it('is not taken by another title of the same page', async () => {
    show(<Site />);
    const count = screen.getByRole('button', { name: '数える' });
    await userEvent.click(count);
    act(() => count.blur());
    act(() => count.click());
    expect(heading('会員 2')).toBeTruthy();
    expect(document.activeElement).toBe(document.body);
  });
});
