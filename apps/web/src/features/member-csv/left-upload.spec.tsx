import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { hideToast, toastStore } from '../../shared/feedback/toast.store';
import { ImportUpload } from '../post-csv/import-upload';
import { CsvUpload } from './csv-upload';
import { PhotoUpload } from './photo-upload';

it.each<[string, ReactElement, string]>([
  ['members', <CsvUpload key="members" onChecked={() => {}} />, 'members.csv'],
  ['posts', <ImportUpload key="posts" onBegun={() => {}} />, 'posts.csv'],
  ['photos', <PhotoUpload key="photos" />, 'photo.png'],
])('says why %s were not uploaded after the page was left', async (_what, part, fileName) => {
  toastStore.read().forEach(({ id }) => hideToast(id));
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let answer: () => void = () => undefined;
  const refusal = { status: 503, body: { code: 'x.away', title: 'Away' } };
  const asked = serve(() => new Promise((done) => (answer = () => done(refusal))));
  const { container, unmount } = await showTo({ id: 's1' }, part, 'en');
  const file = new File(['a'], fileName);
  await waitFor(() => expect(container.querySelector('input[type=file]')).not.toBeNull());
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [file] } });
  await waitFor(() => expect(asked).toHaveLength(1));
  unmount();
  await act(async () => answer());
  await waitFor(() => expect(toastStore.read().map(({ text }) => text)).toEqual(['Away']));
});

it('says how many photos were set, and how many not, after the page was left', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  let answer: () => void = () => undefined;
  const items = [
    { fileName: 'a.png', memberId: 'm1', refusal: null },
    { fileName: 'b.png', memberId: null, refusal: 'no-member' },
  ];
  const asked = serve(() => new Promise((done) => (answer = () => done({ body: { items } }))));
  const { container, unmount } = await showTo({ id: 's1' }, <PhotoUpload />, 'en');
  await waitFor(() => expect(container.querySelector('input[type=file]')).not.toBeNull());
  const files = items.map(({ fileName }) => new File(['a'], fileName));
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files } });
  await waitFor(() => expect(asked).toHaveLength(1));
  unmount();
  await act(async () => answer());
  await waitFor(() =>
    expect(toastStore.read().at(-1)?.text).toBe('1 photo has been set. Photos not used (1)'),
  );
});

it('says of no photo that it was registered when that is not known', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const placed = { fileName: 'a.png', memberId: 'm1', refusal: null };
  let replies: Parameters<typeof serve>[0][] = [];
  serve((request) => replies.shift()!(request));
  const { container } = await showTo({ id: 's1' }, <PhotoUpload />, 'en');
  await waitFor(() => expect(container.querySelector('input[type=file]')).not.toBeNull());
  const send = () =>
    fireEvent.change(container.querySelector('input[type=file]')!, {
      target: { files: [new File(['a'], 'a.png')] },
    });
  replies = [() => 'no network'];
  send();
  await screen.findByRole('alert');
  expect(screen.queryByRole('status')).toBeNull();
  replies = [() => ({ body: { items: [placed] } })];
  send();
  expect((await screen.findByRole('status')).textContent).toContain('1');
});
