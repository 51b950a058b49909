import { screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { MembersPage } from './members.page';

it('says that the columns of the space cannot be read', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(({ url }) => {
    if (url.endsWith('/custom-fields')) return { status: 503 };
    const page = { items: [], total: 0, totalIsExact: true, nextCursor: null };
    return { body: { ...page, previousCursor: null } };
  });
  await showTo({ id: 's1' }, <MembersPage />);
  await screen.findByRole('button', { name: 'もう一度試す' });
});
