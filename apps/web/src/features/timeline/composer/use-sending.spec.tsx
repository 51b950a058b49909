import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { type Asked, serve } from '../../../../test/answers';
import { storeOf } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { toastStore } from '../../../shared/feedback/toast.store';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { useDraft } from '../drafts/use-draft';
import { sampleStaff } from '../post/post.fixture';
import { type CommentFormState, emptyComment, emptyDraft, useStoredForm } from './form-state';
import { useSending } from './use-sending';

const refusal = { status: 429, code: 'gateway.too-many', text: '少し待ってください。', fields: [] };
const isFree = ({ memo }: CommentFormState) => memo === '';
const formWith = (memo: string): CommentFormState => ({ ...emptyComment, memo });
const commentOf = (memo: string, key: string) => ({
  ...{ kind: 'comment', postId: 'p1', key },
  input: { memo, mentions: [], labelIds: [], task: null, attachmentIds: [] },
});

function useForm() {
  const stored = useStoredForm<CommentFormState>('form', emptyComment, isFree);
  const { saver } = useDraft('form', { ended: () => undefined, newer: () => undefined });
  const change = (next: (form: CommentFormState) => CommentFormState) =>
    stored.change((now) => {
      const value = next(now);
      saver.change({ ...emptyDraft, memo: value.memo });
      return value;
    });
  return { stored, saver, change, ...useSending({ stored, saver, isFree, change }) };
}

describe('what a form sends', () => {
  let log: Asked[];
  let store: Awaited<ReturnType<typeof storeOf>>;
  let saves: 'taken' | 'no network' | 'stale';
  let staffsRead: Promise<unknown>;
  const saved = () => log.filter(({ method }) => method === 'PUT');
  const open = () => {
    return renderHook(useForm, {
      wrapper: ({ children }: { children: ReactNode }) => (
        <Provider store={store}>
          <IntlFrame locale="ja">{children}</IntlFrame>
        </Provider>
      ),
    }).result;
  };
  const refuse = async (form: ReturnType<typeof open>, sent: Awaited<ReturnType<typeof send>>) =>
    act(() => form.current.giveBack(sent, commentOf(sent.form.memo, sent.key) as never, refusal));
  const write = (form: ReturnType<typeof open>, memo: string) =>
    act(() => form.current.change(() => formWith(memo)));
  const send = async (form: ReturnType<typeof open>) => (await act(() => form.current.begin()))!;

  beforeEach(async () => {
    localStorage.clear();
    store = await storeOf(sampleStaff);
    saves = 'taken';
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    staffsRead = Promise.resolve();
    log = serve(async ({ method, url, body }) => {
      if (url.endsWith('/staffs')) {
        await staffsRead;
        return { body: { items: [sampleStaff] } };
      }
      if (method !== 'PUT' || saves === 'taken') return { body: { items: [] } };
      if (saves === 'no network') return saves;
      const isFirst = (body as { revision: number }).revision === 1;
      return isFirst ? { body: {} } : { status: 412, body: { code: 'x', title: 'x' } };
    });
  });

  it('has a key of its own, also before the answer to the one before', async () => {
    const form = open();
    write(form, '一つ目');
    const first = await send(form);
    write(form, '二つ目');
    const second = await send(form);
    expect([first.form.memo, second.form.memo]).toEqual(['一つ目', '二つ目']);
    expect(second.key).not.toBe(first.key);
    expect(second.mark.id).not.toBe(first.mark.id);
  });

  it('is sent once, with what was typed while the staff were read', async () => {
    let answer: (value: unknown) => void = () => undefined;
    staffsRead = new Promise((resolve) => (answer = resolve));
    const form = open();
    write(form, `@${sampleStaff.displayName} 一つ目`);
    const first = form.current.begin();
    expect(await form.current.begin()).toBeNull();
    write(form, `@${sampleStaff.displayName} 一つ目と続き`);
    const sent = await act(() => {
      answer(null);
      return first;
    });
    expect(sent?.form.memo).toContain('続き');
    expect(sent?.mentions).toMatchObject([{ id: sampleStaff.id }]);
    expect(form.current.stored.value.memo).toBe('');
  });

  it('returns to the empty form when it is refused, with its key and its draft', async () => {
    const form = open();
    write(form, '戻る文');
    await waitFor(() => expect(saved()).toHaveLength(1));
    const sent = await send(form);
    expect(await refuse(form, sent)).toBe(refusal.text);
    expect(form.current.stored.value.memo).toBe('戻る文');
    const again = await send(form);
    expect(again).toMatchObject({ key: sent.key, draftId: sent.draftId });
    expect(again.draftId).toBeDefined();
  });

  it('has a new key when the server knows the former one with another text', async () => {
    const form = open();
    write(form, '直した文');
    const sent = await send(form);
    await act(() =>
      form.current.giveBack(sent, commentOf('', sent.key) as never, {
        ...refusal,
        code: 'request.idempotency-mismatch',
      }),
    );
    expect((await send(form)).key).not.toBe(sent.key);
  });

  it('becomes a draft when it is refused after the next text was begun', async () => {
    const form = open();
    write(form, '一つ目');
    const sent = await send(form);
    write(form, '二つ目');
    expect(await refuse(form, sent)).toBeNull();
    expect(saved().map(({ body }) => body)).toMatchObject([
      { memo: '一つ目', postIdForComment: 'p1', revision: 1 },
    ]);
    expect(form.current.stored.value.memo).toBe('二つ目');
    expect((await send(form)).key).not.toBe(sent.key);
    expect(JSON.stringify(toastStore.read())).toContain('下書きに残しました');
  });

  it('becomes another draft when its own was saved once more meanwhile', async () => {
    const form = open();
    write(form, '一つ目');
    await waitFor(() => expect(saved()).toHaveLength(1));
    const sent = await send(form);
    write(form, '二つ目');
    saves = 'stale';
    expect(await refuse(form, sent)).toBeNull();
    const [first, again, other] = saved().map(({ url, body }) => ({ url, body }));
    expect([again!.url, again!.body]).toEqual([
      first!.url,
      expect.objectContaining({ memo: '一つ目', revision: 2 }),
    ]);
    expect(other!.url).not.toBe(first!.url);
    expect(other!.body).toMatchObject({ memo: '一つ目', revision: 1 });
  });

  it('stays in the form beside the next text when it cannot be a draft either', async () => {
    const form = open();
    const file = { id: 'f1' } as CommentFormState['attachments'][number];
    act(() => form.current.change(() => ({ ...formWith('一つ目'), attachments: [file] })));
    const sent = await send(form);
    write(form, '二つ目');
    saves = 'no network';
    expect(await refuse(form, sent)).toBe(refusal.text);
    expect(form.current.stored.value).toMatchObject({
      memo: '一つ目\n\n二つ目',
      attachments: [{ id: 'f1' }],
    });
  });

  it('is saved when the form appears with a text that only this device has', async () => {
    localStorage.setItem('engawa.kept.form', JSON.stringify(formWith('圏外で')));
    open();
    await waitFor(() =>
      expect(saved().map(({ body }) => body)).toMatchObject([{ memo: '圏外で' }]),
    );
  });
});
