import { events, type DataOf, type Delivery, type WebhookWithSecret } from '@engawa/contracts';
import { newId } from '@engawa/persistence';
import { eventually, startTestService, type TestCaller, type TestService } from '@engawa/testing';
import { DeliveryRepository } from '../delivery/delivery.repository';
import { DeliveryRunner } from '../delivery/delivery-runner.service';
import type { DeliveryDocument } from '../delivery/delivery.schema';
import { integrations } from '../index';
import { Receiver } from '../receiver.fixture';
import { SettingsRepository } from '../settings/settings.repository';
import { ReceiverService } from './receiver.service';
import { WebhookRepository } from '../webhook/webhook.repository';

const DAY_MS = 86_400_000;
const receiver = new Receiver();
let service: TestService;

beforeAll(async () => {
  await receiver.start();
  service = await startTestService(integrations, {
    env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', CHATWORK_URL: receiver.url },
  });
});
afterAll(async () => {
  await service?.stop();
  await receiver.stop();
});

const adminOf = (space: string) => service.asStaff({ space, role: 'generalAdmin' });
async function addWebhook(admin: TestCaller, path: string): Promise<WebhookWithSecret> {
  const input = { url: receiver.url + path, events: ['timeline.post.created'] };
  return (await admin.post('/webhooks').send(input).expect(201)).body;
}
function post(): DataOf<typeof events.postCreated> {
  const time = '2026-05-01T00:00:00.000Z';
  return {
    postId: newId(),
    commentId: null,
    ownerId: 'staff-1',
    memo: '話しました',
    memberIds: [],
    mentions: [],
    labelIds: [],
    attachmentTitles: [],
    talkedAt: time,
    createdAt: time,
    mirror: null,
  };
}
const publish = (space: string) => service.publish(events.postCreated, { space, data: post() });
async function logOf(admin: TestCaller, target: string): Promise<Delivery[]> {
  return (await admin.get(`/integrations/deliveries?target=${target}&limit=100`)).body.items;
}
/** The only delivery of a receiver, once it was refused and waits. */
const refusedOnce = (admin: TestCaller, target: string): Promise<Delivery> =>
  eventually(async () => {
    const log = await logOf(admin, target);
    expect(log).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    return log[0]!;
  });

/** Writes waiting deliveries of a receiver. */
async function queueUp(
  space: string,
  target: string,
  count: number,
  dueAt = new Date(Date.now() - 60_000),
): Promise<DeliveryDocument[]> {
  const document = {
    ...{ target, event: 'timeline.post.created', body: '{}', state: 'waiting' as const },
    ...{ attempts: 0, dueAt, lastAttemptAt: null, lastStatus: null },
    ...{ lastError: null, expiresAt: new Date(Date.now() + DAY_MS) },
  };
  return service.running.app.get(DeliveryRepository).insertMany(
    space,
    Array.from({ length: count }, () => ({ document: { ...document, id: newId() } })),
  );
}

it('sends what others wait for although a thousand wait for a receiver that hangs', async () => {
  receiver.answer = (path) => (path === '/dead' ? null : 200);
  const dead = await addWebhook(adminOf('space-a'), '/dead');
  await addWebhook(adminOf('space-a'), '/neighbour');
  await addWebhook(adminOf('space-b'), '/other');
  await queueUp('space-a', dead.id, 1_000);
  await eventually(() => expect(receiver.at('/dead').length).toBeGreaterThan(0));
  await publish('space-a');
  await publish('space-b');
  await eventually(() => expect(receiver.at('/neighbour')).toHaveLength(1));
  await eventually(() => expect(receiver.at('/other')).toHaveLength(1));
  expect(receiver.at('/dead').length).toBeLessThanOrEqual(2);
  await adminOf('space-a').delete(`/webhooks/${dead.id}`).expect(204);
  // A stop of the service waits for running attempts.
  receiver.answer = () => 200;
  receiver.release(200);
});

describe('a receiver that fails for days (INT-3)', () => {
  it('is disabled with its queue, reported to administrators, and can be enabled again', async () => {
    const admin = adminOf('failing');
    const hook = await addWebhook(admin, '/failing?token=SECRET');
    receiver.answer = (path) => (path.startsWith('/failing') ? 500 : 200);
    const webhooks = service.running.app.get(WebhookRepository);
    await publish('failing');
    await eventually(async () => {
      expect((await webhooks.findById('failing', hook.id))?.failingSince).toBeInstanceOf(Date);
    });
    expect((await admin.get('/webhooks').expect(200)).body.items[0]).toMatchObject({
      enabled: true,
      disabledReason: null,
      version: hook.version,
    });

    const since = new Date(Date.now() - 3 * DAY_MS);
    await webhooks.setFailingSince('failing', hook.id, since);
    await publish('failing');
    await eventually(async () => {
      expect((await admin.get('/webhooks').expect(200)).body.items[0]).toMatchObject({
        enabled: false,
        disabledReason: 'failing',
      });
      for (const line of await logOf(admin, hook.id))
        expect(line).toMatchObject({ state: 'failed', nextAttemptAt: null });
    });
    const told = await eventually(() => {
      const [disabled] = service.events.of(events.receiverDisabled);
      expect(disabled).toBeDefined();
      return disabled!;
    });
    expect(told.data).toEqual({
      target: hook.id,
      name: new URL(receiver.url).host,
      reason: 'failing',
      failingSince: since.toISOString(),
    });
    await eventually(() => {
      const lines = service.events.of(events.integrationsAudited);
      const line = lines.find(({ data }) => data.action === 'integrations.webhook.disabled');
      expect(line).toMatchObject({ actor: null, data: { target: { id: hook.id } } });
      expect(JSON.stringify(line)).not.toContain('SECRET');
    });

    receiver.answer = () => 200;
    const { body } = await admin
      .patch(`/webhooks/${hook.id}`)
      .set('if-match', '*')
      .send({ enabled: true })
      .expect(200);
    expect(body).toMatchObject({ enabled: true, disabledReason: null });
    const before = receiver.at('/failing?token=SECRET').length;
    await publish('failing');
    await eventually(() => expect(receiver.at('/failing?token=SECRET')).toHaveLength(before + 1));
  });

  it('is not disabled where something arrived meanwhile', async () => {
    const admin = adminOf('recovering');
    const hook = await addWebhook(admin, '/recovering');
    const webhooks = service.running.app.get(WebhookRepository);
    const since = new Date(Date.now() - 4 * DAY_MS);
    await webhooks.setFailingSince('recovering', hook.id, since);
    await publish('recovering');
    await eventually(async () => {
      expect((await webhooks.findById('recovering', hook.id))?.failingSince).toBeNull();
    });
    receiver.answer = (path) => (path === '/recovering' ? 503 : 200);
    await publish('recovering');
    await eventually(() => expect(receiver.at('/recovering').length).toBeGreaterThan(1));
    receiver.answer = () => 200;
    expect((await admin.get('/webhooks').expect(200)).body.items[0].enabled).toBe(true);
  });

  const change = (id: string, input: object) =>
    adminOf('overtaken').patch(`/webhooks/${id}`).set('if-match', '*').send(input).expect(200);
  const send = (delivery: DeliveryDocument) =>
    service.running.app.get(DeliveryRunner).attempt(delivery);
  it.each<[string, number, (id: string, other: DeliveryDocument) => PromiseLike<unknown>]>([
    ['a 410 of its former address', 410, (id) => change(id, { url: `${receiver.url}/moved` })],
    ['a failure of its former address', 500, (id) => change(id, { url: `${receiver.url}/moved` })],
    ['a failure from before it was enabled again', 500, (id) => change(id, { enabled: true })],
    ['a failure during which another delivery succeeded', 500, (_id, other) => send(other)],
  ])('is not disabled by %s', async (_case, status, meanwhile) => {
    const path = `/${newId()}`;
    const hook = await addWebhook(adminOf('overtaken'), path);
    const { app } = service.running;
    const since = new Date(Date.now() - 4 * DAY_MS);
    await app.get(WebhookRepository).setFailingSince('overtaken', hook.id, since);
    // Due later, so that only this test sends them.
    const later = new Date(Date.now() + DAY_MS);
    const [slow, other, waiting] = await queueUp('overtaken', hook.id, 3, later);
    receiver.answer = () => null;
    const attempt = send(slow!);
    await eventually(() => expect(receiver.at(path)).toHaveLength(1));
    receiver.answer = () => 200;
    await meanwhile(hook.id, other!);
    receiver.release(status);
    expect((await attempt).delivery.lastStatus).toBe(status);
    expect(await app.get(WebhookRepository).findById('overtaken', hook.id)).toMatchObject({
      ...{ enabled: true, disabledReason: null, failingSince: null },
    });
    const left = await app.get(DeliveryRepository).findById('overtaken', waiting!.id);
    expect(left).toMatchObject({ state: 'waiting', lastError: null });
  });

  it('is not disabled either if it is a chat that was enabled again', async () => {
    const { app } = service.running;
    const slack = { enabled: true, webhookUrl: `${receiver.url}/slack-again` };
    const admin = adminOf('chat-again');
    await admin.patch('/integrations').set('if-match', '*').send({ slack }).expect(200);
    const seen = { failingSince: new Date(Date.now() - 4 * DAY_MS), url: null };
    const receivers = app.get(ReceiverService);
    expect(await receivers.disable('chat-again', 'slack', 'failing', seen)).toBe(false);
    const settings = await app.get(SettingsRepository).getSettings('chat-again');
    expect(settings.slack.enabled).toBe(true);
  });

  it('may be a chat, which is disabled and switched on in the same way', async () => {
    const admin = adminOf('chatting');
    const slack = { enabled: true, webhookUrl: `${receiver.url}/slack-down` };
    await admin.patch('/integrations').set('if-match', '*').send({ slack }).expect(200);
    receiver.answer = (path) => (path === '/slack-down' ? 404 : 200);
    await publish('chatting');
    const settings = service.running.app.get(SettingsRepository);
    await eventually(async () => {
      expect((await settings.getSettings('chatting')).slack.failingSince).toBeInstanceOf(Date);
    });
    const since = new Date(Date.now() - 3 * DAY_MS);
    await settings.setFailingSince('chatting', 'slack', since);
    await publish('chatting');
    await eventually(async () => {
      const { body } = await admin.get('/integrations').expect(200);
      expect(body.slack).toMatchObject({ enabled: false, disabledReason: 'failing' });
    });
    await eventually(() => {
      const told = service.events.of(events.receiverDisabled).map(({ data }) => data.target);
      expect(told).toContain('slack');
    });
    const { body } = await admin
      .patch('/integrations')
      .set('if-match', '*')
      .send({ slack: { enabled: true } })
      .expect(200);
    expect(body.slack).toMatchObject({ enabled: true, disabledReason: null });
    receiver.answer = () => 200;
  });
});

describe('a receiver that failed several times', () => {
  /** Its lane pauses for 5 s after the third failure in a row. */
  const PAUSE_MS = 5_000;
  type Repair = (admin: TestCaller, target: string) => Promise<unknown>;
  const changeWebhook: Repair = (admin, id) =>
    admin
      .patch(`/webhooks/${id}`)
      .set('if-match', '*')
      .send({ url: `${receiver.url}/repaired` })
      .expect(200);
  const setSlack = (admin: TestCaller, path: string) =>
    admin
      .patch('/integrations')
      .set('if-match', '*')
      .send({ slack: { enabled: true, webhookUrl: receiver.url + path, kinds: ['post'] } })
      .expect(200);
  const repairs: [string, 'webhook' | 'slack', Repair][] = [
    ['a webhook with another address', 'webhook', changeWebhook],
    ['a webhook that passed a test', 'webhook', (admin, id) => admin.post(`/webhooks/${id}/test`)],
    ['a chat with another address', 'slack', (admin) => setSlack(admin, '/repaired')],
    ['a chat that passed a test', 'slack', (admin) => admin.post('/integrations/slack/test')],
  ];

  it.each(repairs)('gets the next message at once if it is %s', async (name, kind, repair) => {
    const space = `repaired-${repairs.findIndex((one) => one[0] === name)}`;
    const admin = adminOf(space);
    const sent = async () =>
      (await logOf(admin, target)).filter(({ event }) => event === events.postCreated.name);
    receiver.answer = () => 500;
    const target = kind === 'webhook' ? (await addWebhook(admin, `/${space}`)).id : kind;
    if (kind === 'slack') await setSlack(admin, `/${space}`);
    for (let count = 1; count <= 3; count += 1) {
      await publish(space);
      await eventually(async () => {
        const refused = (await sent()).filter(({ attempts }) => attempts === 1);
        expect(refused).toHaveLength(count);
      });
    }
    receiver.answer = () => 200;
    await repair(admin, target);
    await publish(space);
    await eventually(
      async () => {
        const log = await sent();
        expect(log).toHaveLength(4);
        expect(log[0]).toMatchObject({ state: 'succeeded' });
      },
      { timeoutMs: PAUSE_MS - 1_000 },
    );
  });
});

describe('a receiver that an administrator turned off', () => {
  it('gets nothing of what waits, be it a chat or a webhook', async () => {
    const admin = adminOf('turned-off');
    const slack = { enabled: true, webhookUrl: `${receiver.url}/slack-off` };
    await admin.patch('/integrations').set('if-match', '*').send({ slack }).expect(200);
    const hook = await addWebhook(admin, '/hook-off');
    receiver.answer = () => 503;
    await publish('turned-off');
    const waiting = [await refusedOnce(admin, 'slack'), await refusedOnce(admin, hook.id)];
    const off = { enabled: false };
    await admin.patch('/integrations').set('if-match', '*').send({ slack: off }).expect(200);
    await admin.patch(`/webhooks/${hook.id}`).set('if-match', '*').send(off).expect(200);
    receiver.answer = () => 200;
    for (const { id } of waiting)
      await admin.post(`/integrations/deliveries/${id}/redeliver`).expect(202);
    for (const target of ['slack', hook.id]) {
      await eventually(async () => {
        expect(await logOf(admin, target)).toMatchObject([
          { state: 'failed', lastError: 'not-configured', nextAttemptAt: null },
        ]);
      });
    }
    expect(receiver.at('/slack-off')).toHaveLength(1);
    expect(receiver.at('/hook-off')).toHaveLength(1);
    // A test is sent all the same, so that a receiver can be tried before it is turned on.
    await admin.post('/integrations/slack/test').expect(200);
  });
});
