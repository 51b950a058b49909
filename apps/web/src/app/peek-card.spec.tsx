import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../test/answers';
import { show } from '../../test/show';
import { storeAccess } from '../shared/api/access';
import { PeekCard } from './peek-card';

const member = {
  id: 'm1',
  familyName: '青木',
  firstName: '',
  familyNameKana: '',
  firstNameKana: '',
};
const brief = { recent: [], issues: [], tasks: [], staffs: [], seeks: [], offers: [] };

describe('the card of a person of whom a part cannot be read', () => {
  let isAway = true;

  beforeEach(() => {
    isAway = true;
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    serve(({ url }) => {
      if (url.endsWith('/members/m1') && !url.includes('insights')) return { body: member };
      if (isAway) return { status: 503 };
      if (url.endsWith('/staffs')) return { body: { items: [{ id: 's1', displayName: '水野' }] } };
      return { body: { ...brief, openIssues: 0, openTasks: 0, connections: [] } };
    });
  });

  const retry = async () => {
    const again = await screen.findByRole('button', { name: 'もう一度試す' });
    isAway = false;
    fireEvent.click(again);
  };

  it('says so below the name of a member, and reads it again', async () => {
    show(<PeekCard person={{ kind: 'member', id: 'm1' }} />);
    await retry();
    await screen.findByText('最近の会話');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says so instead of a staff member, and reads it again', async () => {
    show(<PeekCard person={{ kind: 'staff', id: 's1' }} />);
    await retry();
    await screen.findByText('水野');
  });
});
