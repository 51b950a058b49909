import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { storeAccess } from '../api/access';
import { AssigneeMenu } from './assignee-menu';

describe('the assignee of a task while the staff cannot be read', () => {
  beforeEach(() => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  });
  const open = (assignUserId: string | null) => {
    const asked = serve(() => ({ status: 503 }));
    show(<AssigneeMenu assignUserId={assignUserId} onChange={jest.fn()} />);
    return waitFor(() => expect(asked).not.toEqual([]));
  };

  it.each([
    ['s1', '担当者: …'],
    [null, '担当者: 担当者なし'],
  ])('%s is shown as %s', async (assignUserId, name) => {
    await open(assignUserId);
    screen.getByRole('button', { name });
  });

  it('cannot be chosen, which the list says', async () => {
    await open(null);
    fireEvent.click(screen.getByRole('button'));
    await screen.findByText(/処理できませんでした/);
  });
});
