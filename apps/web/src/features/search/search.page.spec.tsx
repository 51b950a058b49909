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
});
