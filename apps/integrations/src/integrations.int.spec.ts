import { createHmac } from 'node:crypto';
import { events, type DataOf, type Delivery, type WebhookWithSecret } from '@engawa/contracts';
import {
  eventually,
  startTestService,
  throughout,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { integrations } from './index';
import { type Received, Receiver } from './receiver.fixture';

const receiver = new Receiver();
let base: string;
let service: TestService;
let admin: TestCaller;

beforeAll(async () => {
  await receiver.start();
  base = receiver.url;
  service = await startTestService(integrations, {
    env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', CHATWORK_URL: base },
  });
  admin = service.asStaff({ role: 'generalAdmin' });
});
afterAll(async () => {
  await service?.stop();
  await receiver.stop();
});

function post(postId: string, memo = '話しました'): DataOf<typeof events.postCreated> {
  const time = '2026-05-01T00:00:00.000Z';
  return {
    postId,
    commentId: null,
    ownerId: 'staff-1',
    memo,
    memberIds: ['m-secret'],
    mentions: [],
    labelIds: [],
    attachmentTitles: [],
    talkedAt: time,
    createdAt: time,
    mirror: null,
  };
}
async function addWebhook(path: string, names: string[] = ['timeline.post.created']) {
  const added = await admin
    .post('/webhooks')
    .send({ url: `${base}${path}`, events: names })
    .expect(201);
  return added.body as WebhookWithSecret;
}
function signatureOf({ headers, body }: Received, secret: string): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice(6), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
async function deliveriesTo(target: string): Promise<Delivery[]> {
  const { body } = await admin.get(`/integrations/deliveries?target=${target}`).expect(200);
  return body.items as Delivery[];
}

describe('chats', () => {
  it('receive new posts in their own format, and their secrets are never returned', async () => {
    const saved = await admin
      .patch('/integrations')
      .set('if-match', '*')
      .send({
        slack: { enabled: true, webhookUrl: `${base}/slack/T0/SECRET1` },
        teams: { enabled: true, webhookUrl: `${base}/teams/SECRET2`, kinds: ['task'] },
        chatwork: { enabled: true, token: 'chat-TOKEN3', roomId: '42' },
      })
      .expect(200);
    expect(saved.body.slack.secretHint).toBe('RET1');
    expect(JSON.stringify(saved.body)).not.toMatch(/SECRET|TOKEN/);
    await service.publish(events.postCreated, { data: post('p1', '<!channel> 相談を受けた') });
    await eventually(() => expect(receiver.at('/slack/T0/SECRET1')).toHaveLength(1));
    const { text } = JSON.parse(receiver.at('/slack/T0/SECRET1')[0]!.body);
    expect(text).toContain('&lt;!channel&gt; 相談を受けた');
    expect(text).toContain('http://localhost:4000/posts/p1');
    await eventually(() => expect(receiver.at('/v2/rooms/42/messages')).toHaveLength(1));
    expect(receiver.at('/v2/rooms/42/messages')[0]!.headers['x-chatworktoken']).toBe('chat-TOKEN3');
    expect(receiver.at('/teams/SECRET2')).toHaveLength(0);
    await service.publish(events.postCreated, { data: post('p2', '[toall] [To:1]さん') });
    await eventually(() => expect(receiver.at('/v2/rooms/42/messages')).toHaveLength(2));
    const form = new URLSearchParams(receiver.at('/v2/rooms/42/messages')[1]!.body);
    expect(form.get('body')).toContain('［toall］ ［To:1］さん');
    const told = await eventually(() => {
      const [audited] = service.events.named('integrations.audit.recorded');
      expect(audited).toBeDefined();
      return audited!;
    });
    expect(JSON.stringify(told)).not.toMatch(/SECRET|TOKEN/);
  });

  it('are tested with the source’s messages', async () => {
    await admin.post('/integrations/slack/test').expect(200);
    receiver.answer = () => 404;
    for (const chat of ['slack', 'teams', 'chatwork']) {
      const failed = await admin
        .post(`/integrations/${chat}/test`)
        .set('accept-language', 'ja')
        .expect(422);
      expect(failed.body.code).toBe(`integrations.test.${chat}-failed`);
      expect(failed.body.detail).toBe(
        chat === 'chatwork'
          ? 'トークンとルームIDを確認してください'
          : 'ネットワークとURLを確認してください',
      );
    }
    receiver.answer = () => 200;
    const other = service.asStaff({ space: 'space-b', role: 'primaryAdmin' });
    await other.post('/integrations/slack/test').expect(409);
  });

  it('refuses private addresses, stale versions and staff', async () => {
    for (const webhookUrl of [
      'https://10.0.0.1/x',
      'https://169.254.169.254/',
      'https://[::10.0.0.1]/',
      'https://timeline.engawa.svc/',
      'file:///etc',
    ]) {
      const refused = await admin
        .patch('/integrations')
        .set('if-match', '*')
        .send({ slack: { webhookUrl } })
        .expect(422);
      expect(refused.body.code).toBe('integrations.address.refused');
    }
    const stale = await admin
      .patch('/integrations')
      .set('if-match', '"1"')
      .send({ slack: { enabled: false } })
      .expect(412);
    expect(stale.body.code).toBe('integrations.settings.stale');
    await service.asStaff().get('/integrations').expect(403);
    await admin
      .patch('/integrations')
      .set('if-match', '*')
      .send({ slack: { enabled: true, x: 1 } })
      .expect(400);
  });
});

describe('webhooks', () => {
  it('are in the audit log with each change, without secrets', async () => {
    const caller = service.asStaff({ space: 'audited', role: 'generalAdmin' });
    const { body } = await caller
      .post('/webhooks')
      .send({ url: `${base}/audited`, events: ['timeline.post.created'] })
      .expect(201);
    await caller
      .patch(`/webhooks/${body.id}`)
      .set('if-match', '*')
      .send({ enabled: false })
      .expect(200);
    await caller.post(`/webhooks/${body.id}/rotate-secret`).expect(200);
    await caller.delete(`/webhooks/${body.id}`).expect(204);
    expect((await caller.get('/webhooks').expect(200)).body.items).toEqual([]);
    await eventually(() => {
      const told = service.events
        .of(events.integrationsAudited)
        .filter(({ data }) => data.target.id === body.id);
      expect(told.map(({ data }) => data.action.split('.').pop()).sort()).toEqual([
        'added',
        'removed',
        'secretRotated',
        'updated',
      ]);
      const updated = told.find(({ data }) => data.action.endsWith('updated'))!;
      expect(updated.data.changes).toEqual([{ field: 'enabled', before: true, after: false }]);
      expect(JSON.stringify(told)).not.toContain(body.secret);
    });
  });

  it('get a thin, signed message once, and with both secrets after a rotation', async () => {
    const hook = await addWebhook('/hook');
    expect(hook.secret).toMatch(/^whsec_/);
    const event = await service.publish(events.postCreated, { data: post('w1', '秘密の話') });
    await eventually(() => expect(receiver.at('/hook')).toHaveLength(1));
    const [message] = receiver.at('/hook');
    expect(message!.body).not.toMatch(/秘密|m-secret/);
    expect(JSON.parse(message!.body)).toMatchObject({
      type: 'timeline.post.created',
      timestamp: event.at,
      data: { postId: 'w1', space: 'space-a' },
    });
    const sign = (secret: string) => signatureOf(message!, secret);
    expect(message!.headers['webhook-signature']).toBe(sign(hook.secret));
    await service.publish(events.postCreated, { ...event, at: new Date(event.at) });
    await throughout(() => expect(receiver.at('/hook')).toHaveLength(1));

    const rotated = await admin.post(`/webhooks/${hook.id}/rotate-secret`).expect(200);
    expect(rotated.body.secret).not.toBe(hook.secret);
    const listed = await admin.get('/webhooks').expect(200);
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
    const [delivered] = await eventually(async () => {
      const found = await deliveriesTo(hook.id);
      expect(found[0]?.state).toBe('succeeded');
      return found;
    });
    await admin.post(`/integrations/deliveries/${delivered!.id}/redeliver`).expect(202);
    await eventually(() => expect(receiver.at('/hook')).toHaveLength(2));
    const again = receiver.at('/hook')[1]!;
    expect(again.headers['webhook-id']).toBe(message!.headers['webhook-id']);
    expect(String(again.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('get one event for an import, and none for its rows', async () => {
    const hook = await addWebhook('/imports', [
      'timeline.post.created',
      'timeline.posts.imported',
      'members.member.imported',
    ]);
    for (const n of [1, 2, 3]) {
      const data = { ...post(`row${n}`), imported: true };
      await service.publish(events.postCreated, { data });
    }
    await service.publish(events.postsImported, { data: { importId: 'i1', added: 3 } });
    await service.publish(events.memberImportFinished, {
      data: { importId: 'i2', added: 1, updated: 2 },
    });
    await eventually(() => expect(receiver.at('/imports')).toHaveLength(2));
    await service.publish(events.postCreated, { data: post('after') });
    await eventually(() => expect(receiver.at('/imports')).toHaveLength(3));
    const sent = receiver.at('/imports').map(({ body }) => JSON.parse(body));
    expect(sent.find(({ type }) => type === 'timeline.posts.imported').data).toMatchObject({
      importId: 'i1',
      added: 3,
    });
    expect(sent.find(({ type }) => type === 'members.member.imported').data).toMatchObject({
      importId: 'i2',
      added: 1,
      updated: 2,
    });
    expect(sent.filter(({ type }) => type === 'timeline.post.created')).toHaveLength(1);
    const named = (await deliveriesTo(hook.id)).map(({ event }) => event);
    expect(named).toContain('members.member.imported');
  });

  it('follows no redirect, retries later, and stops for a receiver that answers 410', async () => {
    receiver.answer = (path) => (path === '/moved' ? 302 : path === '/gone' ? 410 : 200);
    const [moved, gone] = [await addWebhook('/moved'), await addWebhook('/gone')];
    await service.publish(events.postCreated, { data: post('w2') });
    await eventually(async () => {
      const [delivery] = await deliveriesTo(moved.id);
      expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 302 });
      expect(delivery!.nextAttemptAt).not.toBeNull();
    });
    expect(receiver.at('/redirected')).toHaveLength(0);
    await eventually(async () => {
      const { body } = await admin.get('/webhooks').expect(200);
      const hook = body.items.find(({ id }: { id: string }) => id === gone.id);
      expect(hook).toMatchObject({ enabled: false, disabledReason: 'gone' });
    });
    receiver.answer = () => 200;
  });

  it('does not let a hanging receiver hold up others', async () => {
    receiver.answer = (path) => (path === '/hang' ? null : 200);
    await addWebhook('/hang', ['members.member.added', 'timeline.post.deleted']);
    await addWebhook('/quick', ['timeline.post.deleted']);
    for (let n = 0; n < 10; n += 1) {
      await service.publish(events.postDeleted, {
        version: 2,
        data: { postId: `h${n}`, commentId: null },
      });
    }
    await eventually(() => expect(receiver.at('/quick')).toHaveLength(10));
    expect(receiver.at('/hang').length).toBeLessThanOrEqual(2);
    await admin.get('/webhooks').expect(200);
    // A stop of the service waits for running attempts.
    receiver.answer = () => 200;
    receiver.release(200);
  });

  it('is refused for private addresses and strangers', async () => {
    for (const url of [
      'https://192.168.0.1/',
      'http://example.com/',
      'https://localhost/',
      'https://[fe80::1]/',
      'https://[::7f00:1]/',
      'https://timeline/',
      'https://timeline.engawa.svc.cluster.local/',
      'https://metadata.google.internal/',
      'x',
    ]) {
      const refused = await admin
        .post('/webhooks')
        .send({ url, events: ['timeline.post.created'] })
        .expect(422);
      expect(refused.body.code).toBe('integrations.address.refused');
    }
    await admin
      .post('/webhooks')
      .send({ url: 'https://example.com', events: ['x'] })
      .expect(400);
    const [hook] = (await admin.get('/webhooks').expect(200)).body.items;
    const stranger = service.asStaff({ space: 'space-b', role: 'primaryAdmin' });
    await stranger
      .patch(`/webhooks/${hook.id}`)
      .set('if-match', '*')
      .send({ enabled: false })
      .expect(404);
    await stranger.delete(`/webhooks/${hook.id}`).expect(404);
    await service.asStaff().get('/webhooks').expect(403);
    await admin.delete(`/webhooks/${hook.id}`).expect(204);
    await admin.delete(`/webhooks/${hook.id}`).expect(404);
  });
});

describe('a changed secret key', () => {
  it('still sends to chats and signs for webhooks, and sends nothing after it was lost', async () => {
    const caller = service.asStaff({ space: 'changed', role: 'generalAdmin' });
    const slack = { enabled: true, webhookUrl: `${base}/slack/changed` };
    await caller.patch('/integrations').set('if-match', '*').send({ slack }).expect(200);
    const webhook = { url: `${base}/changed`, events: ['timeline.post.created'] };
    const { body: hook } = await caller.post('/webhooks').send(webhook).expect(201);
    const tell = (data: DataOf<typeof events.postCreated>) =>
      service.publish(events.postCreated, { space: 'changed', data });
    receiver.answer = (path) => (path === '/slack/changed' ? 503 : 200);
    await tell(post('k1', '前の鍵'));
    const waiting = await eventually(async () => {
      const { body } = await caller.get('/integrations/deliveries?target=slack').expect(200);
      const [delivery] = body.items as Delivery[];
      expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 });
      return delivery!;
    });
    await eventually(() => expect(receiver.at('/changed')).toHaveLength(1));

    await service.restart('integrations', {
      ENGAWA_SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
      ENGAWA_SECRET_KEY_FORMER: service.env['ENGAWA_SECRET_KEY']!,
    });
    // Refused until here: what was delivered is emptied, and cannot be sent again.
    await caller.post(`/integrations/deliveries/${waiting.id}/redeliver`).expect(202);
    receiver.answer = () => 200;
    // At least once: the next attempt may have been under way.
    await eventually(() => expect(receiver.at('/slack/changed').length).toBeGreaterThan(1));
    expect(receiver.at('/slack/changed')[1]!.body).toContain('前の鍵');
    await tell(post('k2'));
    await eventually(() => expect(receiver.at('/changed')).toHaveLength(2));
    const [, message] = receiver.at('/changed');
    expect(message!.headers['webhook-signature']).toBe(signatureOf(message!, hook.secret));

    // The key is lost: nothing is sent until the secrets are set anew.
    await service.restart('integrations', {
      ENGAWA_SECRET_KEY: Buffer.alloc(32, 8).toString('base64'),
      ENGAWA_SECRET_KEY_REPLACED: 'true',
    });
    await caller.post('/integrations/slack/test').expect(409);
    await tell(post('k3'));
    await eventually(async () => {
      const { body } = await caller.get(`/integrations/deliveries?target=${hook.id}`).expect(200);
      const [delivery] = body.items as Delivery[];
      expect(delivery).toMatchObject({ state: 'failed', lastError: 'not-configured' });
    });
    const { body: anew } = await caller.post(`/webhooks/${hook.id}/rotate-secret`).expect(200);
    await caller.patch('/integrations').set('if-match', '*').send({ slack }).expect(200);
    await tell(post('k4'));
    await eventually(() => expect(receiver.at('/changed')).toHaveLength(3));
    const [, , last] = receiver.at('/changed');
    expect(last!.headers['webhook-signature']).toBe(signatureOf(last!, anew.secret));
    await eventually(() => expect(receiver.at('/slack/changed').at(-1)!.body).toContain('k4'));
  });
});
