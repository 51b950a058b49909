import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { StaffAdminPage } from './staff-admin.page';

it('calls nobody never signed in while the times cannot be read, and reads them again', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let isAway = true;
  serve(({ url }) => {
    if (url.endsWith('/staffs')) return { body: { items: [{ id: 's1', displayName: '水野' }] } };
    return isAway ? { status: 503 } : { body: { items: [] } };
  });
  await showTo({ id: 's1' }, <StaffAdminPage />);
  await screen.findByRole('alert');
  expect(screen.queryByText('まだありません')).toBeNull();
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'もう一度試す' }));
  await screen.findByText('まだありません');
});
