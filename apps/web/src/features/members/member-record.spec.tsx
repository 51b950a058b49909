import type { Member } from '@engawa/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { MemberRecord } from './member-record';

const member = { id: 'm-1', createdAt: '2026-11-02T00:00:00.000Z' } as Member;

describe('the record of a member', () => {
  it('says that its history could not be read, and reads it again', async () => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    let isAway = true;
    serve(({ url }) => {
      if (!url.includes('/history')) return { body: { items: [] } };
      if (isAway) return { status: 503 };
      const added = { added: true, at: member.createdAt };
      return { body: { import: added, typeChange: null, merged: [], mergedInto: null } };
    });
    show(<MemberRecord member={member} audit={null} />);
    await screen.findByRole('alert');
    isAway = false;
    fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }));
    await screen.findByText('2026年11月2日にCSVから登録');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
