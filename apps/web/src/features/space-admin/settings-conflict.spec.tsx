import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Webhook } from '@engawa/contracts';
import { serve } from '../../../test/answers';
import { show, showTo } from '../../../test/show';
import { storeAccess } from '../../shared/api/access';
import { IntegrationsPart } from './integrations.part';
import { TemplatesPart } from './templates.part';
import { WebhookForm } from './webhook-form';
import { WebhooksPart } from './webhooks.part';

const chat = { enabled: true, disabledReason: null, kinds: ['post'], secretHint: 'abcd' };
const settings = { version: 2, slack: chat, teams: chat, chatwork: { ...chat, roomId: '1' } };

const template = {
  ...{ id: 'leaving', displayName: '退会相談', memo: '理由:', labelIds: [], task: null, order: 1 },
  ...{
    deletedLabels: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
};

/** A server whose settings are `current` by now; every change based on another version is stale. */
function serveCurrent(read: object, current: { version: number }) {
  return serve(({ method, headers, body }) => {
    if (method !== 'PATCH') return { body: read };
    if (headers['if-match'] === `"${current.version}"`) {
      return { body: { ...current, ...(body as object), version: current.version + 1 } };
    }
    return { status: 412, body: { code: 'x.stale', title: 'stale', current } };
  });
}

beforeEach(() => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
});

describe('a chat that two people set up at the same time', () => {
  const slack = (container: HTMLElement) =>
    within(container.querySelector<HTMLElement>('[data-chat="slack"]')!);
  const open = async (current: typeof settings) => {
    const asked = serveCurrent(settings, current);
    const { container } = show(<IntegrationsPart />);
    await waitFor(() => expect(container.querySelector('[data-chat="slack"]')).toBeTruthy());
    const changes = () => asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    return { form: slack(container), changes };
  };

  it('is saved when an earlier attempt saved it, whose answer was lost', async () => {
    const { form, changes } = await open({
      ...settings,
      version: 3,
      slack: { ...chat, secretHint: 'wxyz' },
    });
    const secret = form.getByLabelText<HTMLInputElement>('Webhookのアドレス');
    fireEvent.change(secret, { target: { value: 'https://hooks.slack.com/services/wxyz' } });
    fireEvent.click(form.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(secret.value).toBe(''));
    expect(changes()).toHaveLength(1);
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('takes the change of another chat without a question', async () => {
    const { form, changes } = await open({
      ...settings,
      version: 3,
      teams: { ...chat, kinds: [] },
    });
    fireEvent.click(form.getByLabelText('コメント'));
    fireEvent.click(form.getByRole('button', { name: '保存する' }));
    const change = { slack: { enabled: true, kinds: ['post', 'comment'] } };
    await waitFor(() => expect(changes()).toEqual([change, change]));
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('shows that somebody else replaced the address, without showing either', async () => {
    const { form, changes } = await open({
      ...settings,
      version: 3,
      slack: { ...chat, secretHint: 'wxyz' },
    });
    const secret = 'https://hooks.slack.com/services/mine';
    const field = form.getByPlaceholderText(/abcd/);
    fireEvent.change(field, { target: { value: secret } });
    fireEvent.click(form.getByRole('button', { name: '保存する' }));
    const alert = await form.findByRole('alert');
    expect(alert.textContent).toContain('wxyz');
    expect(alert.textContent).not.toContain(secret);
    fireEvent.click(within(alert).getByRole('button', { name: 'ほかの人の内容にする' }));
    fireEvent.click(form.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes()[1]).toEqual({ slack: { enabled: true, kinds: ['post'] } });
  });
});

describe('a webhook that two people change at the same time', () => {
  it('shows both descriptions and keeps the chosen one', async () => {
    const webhook: Webhook = {
      ...{ id: 'w1', version: 4, url: 'https://example.com/hook', description: '受付' },
      ...{ events: ['timeline.post.created'], enabled: true, disabledReason: null },
      ...{ secretRotatedAt: '2026-01-01T00:00:00.000Z', createdAt: '2026-01-01T00:00:00.000Z' },
    };
    const asked = serveCurrent({}, { ...webhook, version: 5, description: '入口' } as Webhook);
    const onClose = jest.fn();
    show(<WebhookForm webhook={webhook} onClose={onClose} />);
    fireEvent.change(screen.getByLabelText(/説明/), { target: { value: '受付の機械' } });
    fireEvent.click(screen.getByRole('button', { name: '保存する' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('入口');
    fireEvent.click(within(alert).getByRole('button', { name: '自分の内容を残す' }));
    fireEvent.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const last = asked.filter(({ method }) => method === 'PATCH').at(-1)!;
    expect(last.body).toMatchObject({ description: '受付の機械', url: 'https://example.com/hook' });
  });
});

it('says that a webhook was deleted while it was edited, and keeps what was typed', async () => {
  const webhook = {
    ...{ id: 'w1', version: 4, url: 'https://example.com/hook', description: '受付' },
    ...{ events: ['timeline.post.created'], enabled: true, disabledReason: null },
    ...{ secretRotatedAt: '2026-01-01T00:00:00.000Z', createdAt: '2026-01-01T00:00:00.000Z' },
  };
  let items = [webhook];
  serve(({ method }) => {
    if (method === 'GET') return { body: { items } };
    items = [];
    return {
      status: 404,
      body: { code: 'integrations.webhook.not-found', title: '見つかりません' },
    };
  });
  await showTo({ id: 'admin' }, <WebhooksPart />, 'ja', ['integration.manage']);
  fireEvent.click(await screen.findByRole('button', { name: 'その他の操作: 受付' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: '編集する' }));
  fireEvent.change(screen.getByLabelText(/説明/), { target: { value: '受付の機械' } });
  fireEvent.click(screen.getByRole('button', { name: '保存する' }));
  await screen.findByRole('alert');
  screen.getByDisplayValue('受付の機械');
});

describe('a template that two people change at the same time', () => {
  it('shows both texts and loses neither', async () => {
    const read = { ...template, version: 2 };
    const current = { ...template, version: 3, memo: '理由:\n時期:' };
    const asked = serve(({ url, method, headers, body }) => {
      if (method === 'GET') return { body: { items: url.includes('templates') ? [read] : [] } };
      if (headers['if-match'] === '"3"') return { body: { ...current, ...(body as object) } };
      return { status: 412, body: { code: 'x.stale', title: 'stale', current } };
    });
    await showTo({ id: 'admin' }, <TemplatesPart />);
    fireEvent.click(await screen.findByRole('button', { name: /退会相談.*編集/ }));
    const [memo] = screen.getAllByLabelText<HTMLTextAreaElement>('本文');
    fireEvent.change(memo!, { target: { value: '理由:\n次の予定:' } });
    fireEvent.click(screen.getByRole('button', { name: '保存する' }));
    const view = await screen.findByRole('alert');
    expect(view.textContent).toContain('次の予定:');
    expect(view.textContent).toContain('時期:');
    fireEvent.click(screen.getByRole('button', { name: '自分の内容を残す' }));
    fireEvent.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    const changes = asked.filter(({ method }) => method === 'PATCH');
    expect(changes.at(-1)?.body).toMatchObject({ memo: '理由:\n次の予定:' });
  });
});
