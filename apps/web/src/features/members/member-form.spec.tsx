import type { Member } from '@engawa/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { MemberForm } from './member-form';

it('shows why a value is refused at the field of the space that it is in', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const pointer = '/body/customFields/f1';
  serve(({ method, url }) => {
    if (method === 'POST') {
      const errors = [{ pointer, code: 'too-long', detail: '長すぎます' }];
      return { status: 400, body: { code: 'request.invalid', title: '誤り', errors } };
    }
    const field = { id: 'f1', name: '趣味', kind: 'text', choices: [] };
    return { body: { items: url.includes('fields') ? [field] : [] } };
  });
  await showTo({ id: 'admin' }, <MemberForm member={null} onClose={jest.fn()} />);
  fireEvent.change(await screen.findByLabelText('趣味'), { target: { value: '釣り' } });
  fireEvent.change(screen.getByLabelText(/^姓( \*)?$/), { target: { value: '三枝' } });
  fireEvent.click(screen.getByRole('button', { name: '保存する' }));
  await waitFor(() =>
    expect(screen.getByLabelText('趣味').getAttribute('aria-invalid')).toBe('true'),
  );
});

it('shows the type of the member although the types cannot be read', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(() => ({ status: 503 }));
  const member = {
    ...{ id: 'm1', version: 1, familyName: '森', typeId: 'office', typeOfContract: '個室' },
    customFields: {},
  } as unknown as Member;
  await showTo({ id: 's1' }, <MemberForm member={member} onClose={jest.fn()} />);
  await screen.findByRole('button', { name: 'もう一度試す' });
  screen.getByRole('option', { name: '個室', selected: true });
});
