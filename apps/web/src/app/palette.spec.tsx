import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../test/answers';
import { showTo } from '../../test/show';
import { storeAccess } from '../shared/api/access';
import { Palette } from './palette';

it('says that staff cannot be found while they cannot be read', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(({ url }) =>
    url.endsWith('/staffs') ? { status: 503 } : { body: { items: [], posts: [], total: 0 } },
  );
  await showTo({ id: 's1' }, <Palette onClose={jest.fn()} onKeys={jest.fn()} />);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '水' } });
  await screen.findByRole('alert');
});
