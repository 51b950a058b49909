import { screen } from '@testing-library/react';
import { serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { MentionList } from './mention-list';

it('finds members through the server when the known ones cannot be read', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const member = { id: 'm1', familyName: '水谷', firstName: '渉', company: '' };
  serve(({ url }) => {
    if (!url.includes('/members')) return { body: { items: [] } };
    return url.includes('q=') ? { body: { items: [member] } } : { status: 503 };
  });
  const nothing = () => undefined;
  await showTo(
    { id: 's1' },
    <MentionList
      {...{ id: 'list', query: '水谷', handle: null }}
      {...{ onActive: nothing, onStaff: nothing, onMember: nothing }}
    />,
  );
  await screen.findByRole('option', { name: /水谷/ });
});
