import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import {
  events,
  WEBHOOK_LIMIT,
  webhookMessage,
  webhookTestMessage,
  type Delivery,
  type WebhookWithSecret,
} from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import {
  eventually,
  joinCalls,
  memberFacts,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { Webhook } from 'standardwebhooks';
import { DeliveryRepository } from '../delivery/delivery.repository';
import { integrations } from '../index';
import { Receiver } from '../receiver.fixture';
import { WebhookRepository } from './webhook.repository';

const receiver = new Receiver();
let base: string;
let service: TestService;
let admin: TestCaller;

beforeAll(async () => {
  await receiver.start();
  base = receiver.url;
  service = await startTestService(integrations, {
    env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  admin = service.asStaff({ role: 'generalAdmin' });
});
afterAll(async () => {
  await service?.stop();
  await receiver.stop();
});

async function add(path: string): Promise<WebhookWithSecret> {
  const { body } = await admin
    .post('/webhooks')
    .send({ url: base + path, events: ['timeline.post.deleted'] })
    .expect(201);
  return body;
}
async function logOf(id: string): Promise<Delivery[]> {
  return (await admin.get(`/integrations/deliveries?target=${id}`).expect(200)).body.items;
}

describe('the webhooks of a space', () => {
  it('are no more than the limit when two are added at the same moment', async () => {
    const full = service.asStaff({ space: 'space-full', role: 'generalAdmin' });
    const send = () =>
      full.post('/webhooks').send({ url: `${base}/full`, events: ['timeline.post.deleted'] });
    for (let count = 1; count < WEBHOOK_LIMIT; count += 1) await send().expect(201);
    const restore = joinCalls(service.running.app.get(WebhookRepository), 'findAll');
    const answers = await Promise.all([send(), send()]).finally(restore);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const { body } = await full.get('/webhooks').expect(200);
    expect(body.items).toHaveLength(WEBHOOK_LIMIT);
    await full.delete(`/webhooks/${body.items.at(-1).id}`).expect(204);
    await send().expect(201);
  });

  it('and the chats are changed and deleted in the version that the caller saw alone', async () => {
    const hook = await add('/guarded');
    const stale = await Promise.all([
      admin.patch(`/webhooks/${hook.id}`).set('if-match', '"9"').send({ enabled: false }),
      admin.delete(`/webhooks/${hook.id}`).set('if-match', '"9"'),
      admin.patch('/integrations').set('if-match', '"999"').send({}),
    ]);
    for (const { status, headers, body } of stale)
      expect([status, headers['etag']]).toEqual([412, `"${body.current.version}"`]);
    await admin.delete(`/webhooks/${hook.id}`).set('if-match', '"1"').expect(204);
  });
});

describe('the test of a webhook (INT-2)', () => {
  it('is one signed message, also while the webhook is disabled, and is in the log', async () => {
    const hook = await add('/tried');
    await admin
      .patch(`/webhooks/${hook.id}`)
      .set('if-match', '*')
      .send({ enabled: false })
      .expect(200);
    const { body } = await admin.post(`/webhooks/${hook.id}/test`).expect(200);
    expect(body).toMatchObject({
      target: hook.id,
      event: 'webhook.test',
      state: 'succeeded',
      attempts: 1,
      lastStatus: 200,
      nextAttemptAt: null,
    });
    const [message] = receiver.at('/tried');
    const { 'webhook-id': id, 'webhook-timestamp': time } = message!.headers;
    expect(id).toBe(body.id);
    const signature = createHmac('sha256', Buffer.from(hook.secret.slice(6), 'base64'))
      .update(`${String(id)}.${String(time)}.${message!.body}`)
      .digest('base64');
    expect(message!.headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(JSON.parse(message!.body)).toMatchObject({ type: 'webhook.test' });
    expect((await logOf(hook.id)).map((line) => line.id)).toEqual([body.id]);
  });

  it('returns what the receiver answered, and is not retried', async () => {
    const hook = await add('/broken');
    receiver.answer = (path) => (path === '/broken' ? 500 : 200);
    const failed = await admin.post(`/webhooks/${hook.id}/test`).expect(200);
    expect(failed.body).toMatchObject({
      state: 'failed',
      attempts: 1,
      lastStatus: 500,
      nextAttemptAt: null,
    });
    receiver.answer = () => 200;
    await admin.post(`/integrations/deliveries/${failed.body.id}/redeliver`).expect(202);
    await eventually(async () => {
      const [line] = await logOf(hook.id);
      expect(line).toMatchObject({ id: failed.body.id, state: 'succeeded', lastStatus: 200 });
    });
    expect(receiver.at('/broken')).toHaveLength(2);
  });

  it('is refused to strangers like a webhook that nobody has', async () => {
    const hook = await add('/own');
    const stranger = service.asStaff({ space: 'space-b', role: 'primaryAdmin' });
    const foreign = await stranger.post(`/webhooks/${hook.id}/test`).expect(404);
    expect(foreign.body.code).toBe('integrations.webhook.not-found');
    await admin.post('/webhooks/nobody/test').expect(404);
    await service.asStaff().post(`/webhooks/${hook.id}/test`).expect(403);
    expect(receiver.at('/own')).toHaveLength(0);
  });
});

describe('a webhook', () => {
  it('is added once where a request is sent again under its key', async () => {
    const caller = service.asStaff({ space: 'repeating', role: 'primaryAdmin' });
    const send = () =>
      caller
        .post('/webhooks')
        .set('idempotency-key', 'one-webhook')
        .send({ url: `${base}/once`, events: ['timeline.post.created'] })
        .expect(201);
    const first = await send();
    const again = await send();
    expect(again.body).toEqual(first.body);
    expect((await caller.get('/webhooks').expect(200)).body.items).toHaveLength(1);
  });

  it('is not sent a chat’s emptied message again', async () => {
    const caller = service.asStaff({ space: 'chatting', role: 'primaryAdmin' });
    await caller
      .patch('/integrations')
      .set('if-match', '*')
      .send({ slack: { enabled: true, webhookUrl: `${base}/slack` } })
      .expect(200);
    const time = '2026-05-01T00:00:00.000Z';
    await service.publish(events.postCreated, {
      space: 'chatting',
      data: {
        postId: 'p1',
        commentId: null,
        ownerId: 's1',
        memo: '話しました',
        memberIds: [],
        mentions: [],
        labelIds: [],
        attachmentTitles: [],
        talkedAt: time,
        createdAt: time,
        mirror: null,
      },
    });
    const line = await eventually(async () => {
      const { body } = await caller.get('/integrations/deliveries?target=slack').expect(200);
      expect(body.items[0]).toMatchObject({ state: 'succeeded' });
      return body.items[0] as Delivery;
    });
    const refused = await caller.post(`/integrations/deliveries/${line.id}/redeliver`).expect(409);
    expect(refused.body.code).toBe('integrations.delivery.emptied');
  });

  it('is verified by the official library, by both secrets after a rotation', async () => {
    const hook = await add('/verified');
    const { body: rotated } = await admin.post(`/webhooks/${hook.id}/rotate-secret`).expect(200);
    await admin.post(`/webhooks/${hook.id}/test`).expect(200);
    const [message] = receiver.at('/verified');
    const headers = message!.headers as Record<string, string>;
    for (const secret of [hook.secret, rotated.secret as string]) {
      const verified = new Webhook(secret).verify(message!.body, headers);
      expect(webhookTestMessage.parse(verified)).toEqual(verified);
    }
    expect(() => new Webhook(hook.secret).verify(`${message!.body} `, headers)).toThrow();
    const stranger = new Webhook((await add('/other')).secret);
    expect(() => stranger.verify(message!.body, headers)).toThrow();
  });

  it('sends a range of time again, with the same ids', async () => {
    const hook = await add('/replayed');
    const sent = async (postId: string) => {
      await service.publish(events.postDeleted, { data: { postId, commentId: null, tally: null } });
      return eventually(async () => {
        const [line] = await logOf(hook.id);
        expect(line).toMatchObject({ state: 'succeeded' });
        expect(receiver.at('/replayed').at(-1)!.body).toContain(postId);
        return line!;
      });
    };
    await sent('post-before');
    const first = await sent('post-1');
    const second = await sent('post-2');
    for (const { body } of receiver.at('/replayed')) {
      const schema = webhookMessage('timeline.post.deleted');
      expect(schema.parse(JSON.parse(body))).toEqual(JSON.parse(body));
    }
    const replay = (input: object, by = admin) =>
      by.post(`/webhooks/${hook.id}/replay`).send(input);
    const range = { from: first.createdAt };
    expect((await replay({ ...range, onlyFailed: true }).expect(202)).body).toEqual({ count: 0 });
    expect((await replay(range).expect(202)).body).toEqual({ count: 2 });
    await eventually(() => {
      const ids = receiver.at('/replayed').map(({ headers }) => headers['webhook-id']);
      expect(ids.slice(3).sort()).toEqual([first.id, second.id].sort());
    });
    await eventually(async () => {
      const states = (await logOf(hook.id)).map(({ state }) => state);
      expect(states).toEqual(['succeeded', 'succeeded', 'succeeded']);
    });
    await replay(range, service.asStaff({ role: 'generalAdmin', space: 'space-b' })).expect(404);
    await replay({}).expect(400);
    await replay(range, service.asStaff()).expect(403);
    const deliveries = service.running.app.get(DeliveryRepository);
    const filter = deliveries.replayFilter(hook.id, {
      from: new Date(first.createdAt),
      to: new Date(),
      onlyFailed: false,
    });
    const plan = await explainOf(deliveries['query']('space-a', filter));
    expect(plan.index).toBe('space_1_target_1_createdAt_-1_id_-1');
    expect(plan).toMatchObject({ docsExamined: 2, returned: 2 });
  });

  it('sends again also what is on its way, and what waits for a later attempt', async () => {
    const hook = await add('/on-its-way');
    const from = new Date().toISOString();
    const replay = async () => {
      const input = { from, onlyFailed: true };
      return (await admin.post(`/webhooks/${hook.id}/replay`).send(input).expect(202)).body.count;
    };
    const publish = (postId: string) =>
      service.publish(events.postDeleted, { data: { postId, commentId: null, tally: null } });
    const isShown = (...lines: object[]) =>
      eventually(async () => expect(await logOf(hook.id)).toMatchObject(lines));

    receiver.answer = () => null;
    await publish('post-1');
    await eventually(() => expect(receiver.at('/on-its-way')).toHaveLength(1));
    receiver.answer = () => 200;
    expect(await replay()).toBe(1);
    const arrived = { state: 'succeeded', attempts: 1, lastStatus: 200, nextAttemptAt: null };
    await isShown(arrived);
    expect(receiver.at('/on-its-way')).toHaveLength(2);

    // The first attempt fails after the second one succeeded.
    receiver.answer = () => 500;
    receiver.release(500);
    await publish('post-2');
    await isShown({ state: 'waiting', lastStatus: 500 }, arrived);
    receiver.answer = () => 200;
    expect(await replay()).toBe(1);
    await isShown(arrived, arrived);
    expect(await replay()).toBe(0);
  });

  it('is written for each receiver once, also where an event stopped between them', async () => {
    const deliveries = service.running.app.get(DeliveryRepository);
    const to = (target: string, body: string) => ({
      id: `stopped-${target}`,
      target,
      event: 'timeline.post.deleted',
      body,
      state: 'succeeded' as const,
      attempts: 1,
      lastAttemptAt: null,
      lastStatus: null,
      lastError: null,
      expiresAt: new Date(Date.now() + 60_000),
    });
    await deliveries.putAll('space-a', [to('two', 'first')]);
    await deliveries.putAll('space-a', [to('one', 'again'), to('two', 'again'), to('3', 'again')]);
    const ids = ['one', 'two', '3'].map((target) => `stopped-${target}`);
    const written = await deliveries.findByIds('space-a', ids);
    const bodies = new Map(written.map(({ target, body }) => [target, body]));
    expect([bodies.get('one'), bodies.get('two'), bodies.get('3')]).toEqual([
      'again',
      'first',
      'again',
    ]);
  });

  it('is shown by npm run webhooks:listen, which deletes it at its end', async () => {
    const script = path.resolve(__dirname, '../../../../deploy/webhooks-listen.mjs');
    const options = ['--url', service.url, '--token', admin.token!, '--port', '0'];
    const listener = spawn(process.execPath, [script, ...options]);
    const written: string[] = [];
    listener.stdout.on('data', (chunk: Buffer) => written.push(chunk.toString()));
    const ended = once(listener, 'exit');
    const shown = (text: string) => eventually(() => expect(written.join('')).toContain(text));
    await shown('"type":"webhook.test"');
    await service.publish(events.memberAdded, {
      data: memberFacts({ memberId: 'member-listened' }),
    });
    await shown('"memberId":"member-listened"');
    expect(written.join('')).not.toContain('NOT GENUINE');
    const count = async () => (await admin.get('/webhooks').expect(200)).body.items.length;
    const before = await count();
    listener.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await count()).toBe(before - 1);
  });

  it('and its log are found by an index', async () => {
    const hook = await add('/planned');
    await admin.post(`/webhooks/${hook.id}/test`).expect(200);
    const webhooks = service.running.app.get(WebhookRepository);
    // A deleted webhook stays in the index until its audit event is published.
    await eventually(async () => {
      const query = webhooks.listeningQuery('space-a', 'timeline.post.deleted');
      const listening = await explainOf(query);
      expect(listening.index).toBe('space_1_enabled_1_events_1');
      expect(listening.docsExamined).toBe(listening.returned);
    });
    const deliveries = service.running.app.get(DeliveryRepository);
    const log = await explainOf(
      deliveries['query'](
        'space-a',
        { target: hook.id },
        { sort: { createdAt: -1, id: -1 }, limit: 20 },
      ),
    );
    expect(log).toMatchObject({ index: 'space_1_target_1_createdAt_-1_id_-1', returned: 1 });
    expect(log.stages).not.toContain('SORT');
  });
});
