import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { hideToast, toastStore } from '../../../shared/feedback/toast.store';
import { sampleStaff } from '../post/post.fixture';
import { CommentForm } from '../thread/comment-form';
import { emptyForm } from './form-state';
import { PostForm } from './post-form';

const file = { id: 'f1', title: 'site.png', size: 3, thumbUrl: null };
const texts = () => toastStore.read().map(({ text }) => text);

/** The form of an edit, which has no draft. */
function Edit() {
  const [form, setForm] = useState(emptyForm);
  return <PostForm form={form} onChange={setForm} onSend={() => {}} action="Save" />;
}

describe('a file that is uploaded', () => {
  let answer: () => Promise<void>;
  const uploads = () => asked.filter(({ url }) => url.endsWith('/attachments'));
  const drafts = () =>
    asked.filter(({ method, url }) => method === 'PUT' && url.includes('/drafts'));
  let asked: ReturnType<typeof serve>;

  beforeEach(() => {
    localStorage.clear();
    toastStore.read().forEach(({ id }) => hideToast(id));
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    asked = serve(({ url, method, body }) => {
      if (url.endsWith('/attachments')) {
        return new Promise((done) => {
          answer = () => act(async () => done({ status: 201, body: file }));
        });
      }
      if (method === 'PUT') return { body: { ...(body as object), id: 'd1', attachments: [file] } };
      if (url.endsWith('/count')) return { body: { count: 0 } };
      return { body: { items: [], nextCursor: null } };
    });
  });

  const choose = async (container: HTMLElement) => {
    await waitFor(() => expect(container.querySelector('input[type=file]')).not.toBeNull());
    fireEvent.change(container.querySelector('input[type=file]')!, {
      target: { files: [new File(['abc'], 'site.png')] },
    });
    await waitFor(() => expect(uploads()).toHaveLength(1));
  };

  it('is attached to the draft when the form was closed, and the reader is told', async () => {
    const { container, unmount } = await showTo(sampleStaff, <CommentForm postId="p1" />, 'en');
    await choose(container);
    unmount();
    await answer();
    await waitFor(() => expect(texts()).toEqual(['site.png was attached to your draft.']));
    await waitFor(() => expect(drafts().at(-1)?.body).toMatchObject({ attachmentIds: ['f1'] }), {
      timeout: 3_000,
    });
    await showTo(sampleStaff, <CommentForm postId="p1" />, 'en');
    await screen.findByRole('button', { name: /site\.png/ });
  });

  it('is awaited by the form that was opened again, and attached there', async () => {
    const first = await showTo(sampleStaff, <CommentForm postId="p2" />, 'en');
    await choose(first.container);
    first.unmount();
    await showTo(sampleStaff, <CommentForm postId="p2" />, 'en');
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'See this' } });
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' });
    expect(send.disabled).toBe(true);
    await answer();
    await screen.findByRole('button', { name: /site\.png/ });
    await waitFor(() => expect(send.disabled).toBe(false));
    expect(texts()).toEqual([]);
  });

  it('is not attached to an edit that was closed, which is said', async () => {
    const { container, unmount } = await showTo(sampleStaff, <Edit />, 'en');
    await choose(container);
    unmount();
    await answer();
    await waitFor(() =>
      expect(texts()).toEqual(['site.png was not attached, because you closed the edit.']),
    );
  });
});
