import type { Label } from '@engawa/contracts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { ConfirmDialog } from '../../shared/feedback/confirm-dialog';
import { LabelsPart } from './labels.part';

const label: Label = {
  ...{ id: 'businessIssue', version: 3, name: '事業の課題', color: 'red', order: 1 },
  ...{ isIssue: true, kind: null, isDefault: true },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
};

describe('the default labels in the settings (TML-5)', () => {
  let asked: ReturnType<typeof serve>;
  const changes = () => asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

  beforeEach(async () => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    asked = serve(({ method }) => ({ body: method === 'PATCH' ? label : { items: [label] } }));
    await showTo({ id: 'admin' }, <LabelsPart />, 'en');
    fireEvent.click(
      await screen.findByRole('button', { name: /Business issue.*edit|edit.*Business issue/i }),
    );
  });

  it('can be renamed', async () => {
    const name = screen.getByDisplayValue('Business issue');
    fireEvent.change(name, { target: { value: 'Contract issue' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes()).toEqual([{ name: 'Contract issue', color: 'red' }]));
  });

  it('keep what was typed while the page is left, until it is discarded', async () => {
    const typed = { target: { value: 'Contract issue' } };
    fireEvent.change(screen.getByDisplayValue('Business issue'), typed);
    cleanup();
    await showTo({ id: 'another' }, <LabelsPart />, 'en');
    await screen.findByRole('button', { name: /Business issue.*edit|edit.*Business issue/i });
    cleanup();
    await showTo({ id: 'admin' }, <LabelsPart />, 'en');
    await screen.findByDisplayValue('Contract issue');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    cleanup();
    await showTo({ id: 'admin' }, <LabelsPart />, 'en');
    await screen.findByRole('button', { name: /Business issue.*edit|edit.*Business issue/i });
    expect(screen.queryByDisplayValue('Contract issue')).toBeNull();
  });

  it('keep their name in every language when only their colour is saved', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes()).toEqual([{ color: 'red' }]));
  });
});

it('keeps what was typed when somebody deletes the label, until it is discarded', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const asksBeforeLeaving = () =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  let items = [{ ...label, id: 'tour', name: 'tour', isDefault: false }, label];
  const gone = { status: 404, body: { code: 'timeline.label.not-found', title: 'Not found' } };
  serve(({ method }) => (method === 'PATCH' ? gone : { body: { items } }));
  await showTo({ id: 'admin' }, <LabelsPart />, 'en');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit tour' }));
  fireEvent.change(screen.getByDisplayValue('tour'), { target: { value: 'guided tour' } });
  items = [label];
  // Saving reads the list again.
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('“tour” was deleted');
  screen.getByDisplayValue('guided tour');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByDisplayValue('guided tour')).toBeNull();
  expect(asksBeforeLeaving()).toBe(false);
});

it('deletes a label once, however late the answer comes', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const tour = { ...label, id: 'tour', name: 'tour', isDefault: false };
  serve(({ method }) =>
    method === 'DELETE' ? new Promise(() => {}) : { body: { items: [tour] } },
  );
  await showTo(
    { id: 'admin' },
    <>
      <LabelsPart />
      <ConfirmDialog />
    </>,
    'en',
  );
  const remove = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete tour' });
  fireEvent.click(remove);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(remove.disabled).toBe(true));
});

it('goes on with another label although the one before is saved late', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const named = (id: string) => ({ ...label, id, name: id, isDefault: false });
  let answer: () => void = () => undefined;
  serve(({ method }) =>
    method === 'PATCH'
      ? new Promise((done) => (answer = () => done({ body: { ...named('tour'), version: 4 } })))
      : { body: { items: [named('tour'), named('visit')] } },
  );
  await showTo({ id: 'admin' }, <LabelsPart />, 'en');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit tour' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(screen.getByRole('button', { name: 'Edit visit' }));
  await screen.findByDisplayValue('visit');
  answer();
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(screen.queryByDisplayValue('visit')).not.toBeNull();
});
