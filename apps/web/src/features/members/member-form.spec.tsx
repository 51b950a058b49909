import type { Member } from '@engawa/contracts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { ConfirmDialog } from '../../shared/feedback/confirm-dialog';
import { toastStore } from '../../shared/feedback/toast.store';
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

it('leads nobody to a new member who left the form before the answer', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let answer: () => void = () => undefined;
  const asked = serve(({ method }) =>
    method === 'POST'
      ? new Promise((done) => (answer = () => done({ body: { id: 'm1', familyName: '三枝' } })))
      : { body: { items: [] } },
  );
  const onAdded = jest.fn();
  const form = <MemberForm member={null} onAdded={onAdded} onClose={jest.fn()} />;
  const { unmount } = await showTo({ id: 'admin' }, form);
  fireEvent.change(await screen.findByLabelText(/^姓( \*)?$/), { target: { value: '三枝' } });
  fireEvent.click(screen.getByRole('button', { name: '保存する' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  unmount();
  await act(async () => answer());
  await waitFor(() => expect(toastStore.read().at(-1)?.text).toContain('三枝'));
  expect(onAdded).not.toHaveBeenCalled();
});

it('shows again what was typed before the session ended, and asks before it is discarded', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(() => ({ body: { items: [] } }));
  const member = {
    ...{ id: 'm1', version: 1, familyName: '森', typeId: '', typeOfContract: '' },
    customFields: {},
  } as unknown as Member;
  const onClose = jest.fn();
  const form = (
    <>
      <MemberForm member={member} onClose={onClose} />
      <ConfirmDialog />
    </>
  );
  const company = () => screen.findByLabelText<HTMLInputElement>('会社・屋号');
  await showTo({ id: 's1' }, form);
  fireEvent.change(await company(), { target: { value: '森の工房' } });
  cleanup();
  await showTo({ id: 's1' }, form);
  expect((await company()).value).toBe('森の工房');
  fireEvent.click(screen.getByRole('button', { name: '閉じる' }));
  fireEvent.click(await screen.findByRole('button', { name: '保存せずに閉じる' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  cleanup();
  await showTo({ id: 's1' }, form);
  expect((await company()).value).toBe('');
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
