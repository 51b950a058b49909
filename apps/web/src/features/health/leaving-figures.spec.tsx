import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { LeavingFigures } from './leaving-figures';

it('says that open issues cannot be read, and reads them again', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let isAway = true;
  serve(({ url }) => {
    if (url.includes('/tasks/counts')) return { body: { counts: { waiting: 1, inProgress: 1 } } };
    return isAway ? { status: 503 } : { body: { total: 3 } };
  });
  show(<LeavingFigures staffId="s1" />);
  await screen.findByRole('link', { name: /2/ });
  const again = await screen.findByRole('button', { name: 'もう一度試す' });
  isAway = false;
  fireEvent.click(again);
  await screen.findByRole('link', { name: /3/ });
});
