import { fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { SearchPage } from './search.page';

const hit = {
  ...{ id: 'p-1', kind: 'post', postId: 'p-1', commentId: null, memo: '鍵の相談', labelIds: [] },
  ...{ owner: { id: 's-1', displayName: '水野' }, members: [], attachmentTitles: [] },
  ...{ taskStatus: null, talkedAt: '2026-11-27T00:00:00.000Z' },
  ...{ highlights: [], found: [] },
};

describe('the page of the search', () => {
  it('never shows the hits of another question beside an error', async () => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    serve(({ url }) => {
      const q = new URL(url, 'http://localhost').searchParams.get('q');
      if (q === '防音室') return { status: 503 };
      if (q === null) return { body: { items: [] } };
      return { body: { posts: [hit], total: 1, totalIsExact: true, totalPageCount: 1 } };
    });
    show(
      <>
        <Link to="/search?q=鍵">first</Link>
        <Link to="/search?q=防音室">next</Link>
        <SearchPage rows={() => null} />
      </>,
    );
    fireEvent.click(screen.getByText('first'));
    await screen.findByText('鍵の相談');
    fireEvent.click(screen.getByText('next'));
    await screen.findByRole('alert');
    expect(screen.queryByText('鍵の相談')).toBeNull();
    expect(screen.queryByText('1件')).toBeNull();
  });

  it('names the author that it is narrowed to, also an integration', async () => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    const asked = serve(({ url }) => {
      if (url.includes('/staffs/integrations')) {
        return { body: { items: [{ id: 'i-1', displayName: '入退室' }] } };
      }
      if (url.includes('/staffs')) return { body: { items: [{ id: 's-1', displayName: '水野' }] } };
      if (!url.includes('staffId')) return { body: { items: [] } };
      return { body: { posts: [hit], total: 1, totalIsExact: true, totalPageCount: 1 } };
    });
    show(
      <>
        <Link to="/search?staff=s-1">first</Link>
        <Link to="/search?staff=i-1">next</Link>
        <SearchPage rows={() => null} />
      </>,
    );
    fireEvent.click(screen.getByText('first'));
    await screen.findByText('書いたスタッフ: 水野');
    expect(asked.some(({ url }) => url.includes('/integrations'))).toBe(false);
    fireEvent.click(screen.getByText('next'));
    await screen.findByText('書いたスタッフ: 入退室');
  });

  it('says that the label that it is narrowed to was deleted', async () => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    const label = { id: 'businessIssue', name: '事業の課題', isDefault: true };
    serve(({ url }) =>
      url.endsWith('/labels')
        ? { body: { items: [label] } }
        : { body: { items: [], posts: [], total: 0, totalIsExact: true, totalPageCount: 0 } },
    );
    show(
      <>
        <Link to="/search?label=gone">first</Link>
        <SearchPage rows={() => null} />
      </>,
    );
    fireEvent.click(screen.getByText('first'));
    await screen.findByText('ラベル: 削除されたラベル');
  });

  it('names an author whom no list has, as the operator, by what it found', async () => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    const owner = { id: 'god', displayName: '運営' };
    serve(({ url }) =>
      url.includes('staffId')
        ? { body: { posts: [{ ...hit, owner }], total: 1, totalIsExact: true, totalPageCount: 1 } }
        : { body: { items: [] } },
    );
    show(
      <>
        <Link to="/search?staff=god">first</Link>
        <SearchPage rows={() => null} />
      </>,
    );
    fireEvent.click(screen.getByText('first'));
    await screen.findByText('書いたスタッフ: 運営');
  });
});
