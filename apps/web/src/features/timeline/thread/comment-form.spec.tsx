import { fireEvent, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { type Asked, serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { toastStore } from '../../../shared/feedback/toast.store';
import { emptyDraft } from '../composer/form-state';
import { SendQueueHost } from '../drafts/send-queue-host';
import { sampleStaff } from '../post/post.fixture';
import { CommentForm } from './comment-form';

describe('the form of a comment', () => {
  let log: Asked[];
  let drafts: { id: string }[];
  let online: boolean;

  const field = () => screen.findByRole<HTMLTextAreaElement>('combobox');
  const write = async (value: string) => {
    fireEvent.change(await field(), { target: { value } });
  };
  const passes = (milliseconds: number) =>
    act(() => new Promise<void>((done) => void setTimeout(done, milliseconds)));
  const removals = () => log.filter(({ method }) => method === 'DELETE');

  beforeEach(() => {
    localStorage.clear();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    drafts = [];
    online = true;
    log = serve(({ method, url, body }) => {
      const id = url.split('/').at(-1) ?? '';
      if (method === 'PUT') {
        const draft = { ...emptyDraft, ...(body as object), id, attachments: [] };
        drafts = [draft];
        return { body: draft };
      }
      if (method === 'DELETE') {
        if (!online) return 'no network';
        drafts = [];
        return { status: 204 };
      }
      if (drafts.some((draft) => draft.id === id)) return { body: drafts[0] };
      if (url.endsWith('/drafts/count')) return { body: { count: drafts.length } };
      if (url.endsWith('/drafts')) return { body: { items: drafts } };
      return { body: { items: [], nextCursor: null } };
    });
  });

  it('stays empty when it was emptied without a connection, and its draft goes when it is closed', async () => {
    const first = await showTo(sampleStaff, <CommentForm postId="p1" />);
    await write('やめた');
    await waitFor(() => expect(drafts).toHaveLength(1));
    online = false;
    await write('');
    await waitFor(() => expect(removals()).toHaveLength(1));
    await passes(50);
    expect((await field()).value).toBe('');
    first.unmount();

    const second = await showTo(sampleStaff, <CommentForm postId="p1" />);
    await waitFor(() => expect(log.at(-1)?.url).toMatch(/drafts$/));
    await passes(50);
    expect((await field()).value).toBe('');
    expect(drafts).toHaveLength(1);

    second.unmount();

    online = true;
    await showTo(sampleStaff, <SendQueueHost />);
    await waitFor(() => expect(drafts).toEqual([]));
  });

  it('is not sent without its mentions when the staff cannot be read', async () => {
    let isAway = true;
    log = serve(({ url, method, body }) => {
      if (url.endsWith('/staffs')) {
        return isAway ? { status: 503 } : { body: { items: [sampleStaff] } };
      }
      if (method === 'POST') return { body: { ...(body as object), id: 'c1' } };
      return { body: { items: [], count: 0, nextCursor: null } };
    });
    const sent = () => log.filter(({ method, url }) => method === 'POST' && url.includes('/p1/'));
    await showTo(sampleStaff, <CommentForm postId="p1" />);
    await write(`@${sampleStaff.displayName} お願いします`);
    const send = () => fireEvent.click(screen.getByRole('button', { name: 'コメントする' }));
    send();
    await waitFor(() => expect(toastStore.read().at(-1)?.tone).toBe('failure'));
    expect((await field()).value).toContain('お願いします');
    expect(sent()).toEqual([]);

    isAway = false;
    send();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]!.body).toMatchObject({ mentions: [sampleStaff.id] });
  });
});
