import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { serve } from '../../../test/answers';
import { show, showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { MemberPage } from './member.page';

jest.mock('../../features/timeline/feed/post-feed', () => ({
  PostFeed: ({ about, instead }: { about: { id: string }; instead?: ReactNode }) => (
    <>
      <p>{about.id}</p>
      {instead}
    </>
  ),
}));

const member = (id: string) => ({
  ...{ id, familyName: id, firstName: '', familyNameKana: '', firstNameKana: '', company: '' },
  ...{ photoUrl: null, thumbPhotoUrl: null, deleted: false },
});

describe('the page of a member', () => {
  it('never shows the member before under the address of the next', async () => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    let answerNext = () => {};
    const next = new Promise<{ body: unknown }>((answer) => {
      answerNext = () => answer({ body: member('mori') });
    });
    serve(({ url }) => (url.endsWith('/members/mori') ? next : { body: member('sato') }));
    show(
      <>
        <Link to="/members/sato">first</Link>
        <Link to="/members/mori">next</Link>
        <Routes>
          <Route path="/members/:memberId" element={<MemberPage />} />
          <Route path="*" element={null} />
        </Routes>
      </>,
    );
    fireEvent.click(screen.getByText('first'));
    await screen.findByText('sato');
    fireEvent.click(screen.getByText('next'));
    // Its composer would write about the member before.
    expect(screen.queryByText('sato')).toBeNull();
    answerNext();
    await screen.findByText('mori');
  });

  it('says that the tasks cannot be read, and reads them again', async () => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    let isAway = true;
    serve(({ url }) => {
      if (url.endsWith('/members/sato') && !url.includes('/insights/')) {
        return { body: member('sato') };
      }
      if (!url.includes('/insights/')) return { body: { items: [] } };
      return isAway ? { status: 503 } : { body: { taskIds: [] } };
    });
    await showTo(
      { id: 's1' },
      <>
        <Link to="/members/sato?tab=tasks">tasks</Link>
        <Routes>
          <Route path="/members/:memberId" element={<MemberPage />} />
          <Route path="*" element={null} />
        </Routes>
      </>,
    );
    fireEvent.click(screen.getByText('tasks'));
    const again = await screen.findByRole('button', { name: 'もう一度試す' });
    isAway = false;
    fireEvent.click(again);
    await screen.findByText('未完了のタスクはありません。');
  });
});
