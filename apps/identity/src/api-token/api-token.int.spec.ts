import { EventBus } from '@engawa/events';
import { verifyAccessToken } from '@engawa/auth';
import { events } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { eventually, type TestService } from '@engawa/testing';
import sharp from 'sharp';
import request from 'supertest';
import { Browser, startIdentity, revokes } from '../testing/identity-test.service';
import { ApiTokenRepository } from './api-token.repository';
import type { ExchangedToken } from './api-token-exchange.service';

let service: TestService;
let admin: Browser;
beforeAll(async () => {
  service = await startIdentity();
  admin = await new Browser(service.url).signIn('admin@engawa.example');
});
afterAll(() => service?.stop());

const exchange = (token: string) =>
  service.running.app
    .get(EventBus)
    .ask<ExchangedToken | null>('identity.exchangeApiToken', { token });
const claimsOf = async (token: string) =>
  verifyAccessToken((await exchange(token))!.accessToken, service.env['ENGAWA_TOKEN_PUBLIC_KEYS']!);
const create = (fields: object = {}, by = admin) =>
  by.ask('post', '/api-tokens').send({ name: '連携', scopes: ['staff.read'], ...fields });
const withToken = (path: string, accessToken: string) =>
  request(service.url).get(`/api/v1${path}`).set('authorization', `Bearer ${accessToken}`);

describe('API tokens (IDN-11)', () => {
  it('are shown once, listed without their secret, and stored as a hash', async () => {
    const { body } = await create().expect(201);
    expect(body.token).toMatch(/^engawa_engawa-sendai_/);
    expect(body.apiToken).toMatchObject({ name: '連携', scopes: ['staff.read'], lastUsedAt: null });
    const list = await admin.ask('get', '/api-tokens').expect(200);
    const secret = body.token.slice(-43);
    expect(JSON.stringify(list.body)).not.toContain(secret);
    const tokens = service.running.app.get(ApiTokenRepository);
    const stored = await tokens.findById('engawa-sendai', body.apiToken.id);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('are made once for one Idempotency-Key', async () => {
    const key = 'idempotency-key-of-a-token';
    const ask = () => create({ name: '一度だけ' }).set('idempotency-key', key).expect(201);
    const [first, again] = [await ask(), await ask()];
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    const list = await admin.ask('get', '/api-tokens').expect(200);
    const made = list.body.items.filter(({ name }: { name: string }) => name === '一度だけ');
    expect(made).toHaveLength(1);
  });

  it('are exchanged for a short access token within their scopes', async () => {
    const { body } = await create().expect(201);
    const exchanged = (await exchange(body.token))!;
    const claims = verifyAccessToken(
      exchanged.accessToken,
      service.env['ENGAWA_TOKEN_PUBLIC_KEYS']!,
    );
    expect(claims).toMatchObject({
      sub: body.apiToken.id,
      sid: body.apiToken.id,
      scopes: ['staff.read'],
      god: false,
    });
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(120);
    await withToken('/staffs', exchanged.accessToken).expect(200);
    await withToken('/audit-entries', exchanged.accessToken).expect(403);
    await withToken('/sessions', exchanged.accessToken).expect(403);
    const session = await withToken('/session', exchanged.accessToken).expect(200);
    expect(session.body).toMatchObject({
      staff: { id: body.apiToken.id, displayName: '連携' },
      permissions: ['staff.read'],
    });
    expect(session.body.staff).not.toHaveProperty('email');
    const list = await admin.ask('get', '/api-tokens').expect(200);
    const used = list.body.items.find((item: { id: string }) => item.id === body.apiToken.id);
    expect(Date.parse(used.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('open nothing after their end', async () => {
    const { body } = await create().expect(201);
    service.events.clear();
    await admin.ask('delete', `/api-tokens/${body.apiToken.id}`).expect(204);
    const { data } = await service.events.receiveSuch(
      events.sessionRevoked,
      revokes(body.apiToken.id),
    );
    expect(data.sessionIds).toEqual([body.apiToken.id]);
    expect(await exchange(body.token)).toBeNull();
    await admin.ask('delete', `/api-tokens/${body.apiToken.id}`).expect(404);
    const short = await create({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await exchange(short.body.token)).not.toBeNull();
    const tokens = service.running.app.get(ApiTokenRepository);
    const { id } = short.body.apiToken;
    await tokens.change('engawa-sendai', id, () => ({ set: { expiresAt: new Date() } }));
    expect(await exchange(short.body.token)).toBeNull();
  });

  it('have another role as soon as their maker has', async () => {
    const maker = await new Browser(service.url).signIn('manager@engawa.example');
    const { body } = await create({}, maker).expect(201);
    const { sid, role } = await claimsOf(body.token);
    expect(role).toBe('generalAdmin');
    service.events.clear();
    const edit = (given: object) =>
      admin.ask('patch', `/staffs/${maker.staffId}`).set('if-match', '*').send(given).expect(200);
    await edit({ role: 'staff' });
    const { data } = await service.events.receiveSuch(
      events.sessionRevoked,
      revokes(body.apiToken.id),
    );
    expect(data).toMatchObject({ sessionIds: [sid], continues: true });
    const now = await claimsOf(body.token);
    expect(now).toMatchObject({ role: 'staff' });
    expect(now.sid).not.toBe(sid);
    await edit({ role: 'generalAdmin' });
  });

  it('end with the account of their maker', async () => {
    const manager = await new Browser(service.url).signIn('manager@engawa.example');
    const { body } = await create({}, manager).expect(201);
    service.events.clear();
    await admin.ask('post', `/staffs/${manager.staffId}/deactivate`).expect(200);
    expect(await exchange(body.token)).toBeNull();
    await service.events.receiveSuch(events.sessionRevoked, revokes(body.apiToken.id));
  });

  it('live on when another administrator took them over before', async () => {
    const email = 'keeper@engawa.example';
    const firstPassword = 'given by an administrator';
    const account = { email, displayName: '去る管理者', role: 'generalAdmin', firstPassword };
    const { body: made } = await admin.ask('post', '/staffs').send(account).expect(201);
    const { body } = await create().expect(201);
    const tokens = service.running.app.get(ApiTokenRepository);
    const { id } = body.apiToken;
    await tokens.change('engawa-sendai', id, () => ({ set: { createdBy: made.id } }));
    const { body: kept } = await admin.ask('post', `/api-tokens/${id}/take-over`).expect(200);
    expect(kept).toMatchObject({ id, createdBy: admin.staffId, scopes: ['staff.read'] });
    const { data } = await service.events.receiveSuch(events.sessionRevoked, revokes(id));
    expect(data).toMatchObject({ sessionIds: [id], continues: true });
    expect((await claimsOf(body.token)).sid).toBe(`${id}-1`);
    await admin.ask('post', `/staffs/${made.id}/deactivate`).expect(200);
    expect(await exchange(body.token)).not.toBeNull();
    await admin.ask('post', '/api-tokens/nosuch/take-over').expect(404);
  });

  it.each([
    ['nonsense', 'engawa_x'],
    ['another secret', null],
    ['an operator', '{"$ne":null}'],
  ])('are not opened by %s', async (_case, text) => {
    const { body } = await create().expect(201);
    const token = text ?? body.token.replace(/.{43}$/, 'A'.repeat(43));
    expect(await exchange(token)).toBeNull();
  });

  it('cannot do what is about accounts, nor more than their maker', async () => {
    for (const scopes of [['staff.manage'], ['apiToken.manage'], ['space.operate'], ['no.such']]) {
      await create({ scopes }).expect(400);
    }
    await create({ expiresAt: '2020-01-01T00:00:00Z' }).expect(422);
    const staff = await new Browser(service.url).signIn('staff@engawa.example');
    await create({}, staff).expect(403);
  });

  it('read no e-mail addresses of staff members', async () => {
    const { body } = await create({ scopes: ['staff.read', 'audit.read'] }).expect(201);
    const { accessToken } = (await exchange(body.token))!;
    const account = { email: 'unread@engawa.example', displayName: '新しい人' };
    const { body: added } = await admin.ask('post', '/staffs').send(account).expect(201);
    const entries = `/audit-entries?action=identity.staff.added&targetId=${added.id}`;
    const seen = await eventually(async () => {
      const found = await admin.ask('get', entries).expect(200);
      expect(JSON.stringify(found.body)).toContain(account.email);
      return found.body.items[0];
    });
    for (const path of ['/staffs', `/staffs/${added.id}`, '/session', '/audit-entries', entries]) {
      const answer = await withToken(path, accessToken).expect(200);
      expect(JSON.stringify(answer.body)).not.toMatch(/[\w.-]+@[\w.-]+/);
    }
    const { body: listed } = await withToken('/staffs', accessToken);
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    const { body: known } = await admin.ask('get', '/staffs').expect(200);
    expect(ids(listed.items)).toEqual(ids(known.items));
    const { body: hidden } = await withToken(entries, accessToken);
    const fields = (list: { field: string }[]) => list.map(({ field }) => field);
    expect(fields(hidden.items[0].changes)).toEqual(fields(seen.changes));
  });

  it('are invisible to other spaces', async () => {
    const { body } = await create().expect(201);
    const other = await new Browser(service.url).signIn('admin@other.example');
    await other.ask('delete', `/api-tokens/${body.apiToken.id}`).expect(404);
    const list = await other.ask('get', '/api-tokens').expect(200);
    expect(list.body.items).toEqual([]);
  });

  it('are integrations with a name and a picture, known to the services', async () => {
    service.events.clear();
    const { body } = await create({ name: '受付システム' }).expect(201);
    const { id, version } = body.apiToken;
    const added = await service.events.receiveSuch(
      events.staffAdded,
      ({ data }) => data.staffId === id,
    );
    expect(added.data).toMatchObject({ displayName: '受付システム', email: '', integration: true });
    const path = `/api-tokens/${id}`;
    await admin.ask('patch', path).send({ name: '受付' }).expect(428);
    const renamed = await admin
      .ask('patch', path)
      .set('if-match', `"${version}"`)
      .send({ name: '受付' })
      .expect(200);
    expect(renamed.body.name).toBe('受付');
    const late = await admin
      .ask('patch', path)
      .set('if-match', `"${version}"`)
      .send({ name: '受け付け' })
      .expect(412);
    expect(late.body).toMatchObject({
      code: 'identity.api-token.stale',
      current: { name: '受付' },
    });
    const picture = await sharp({
      create: { width: 40, height: 30, channels: 3, background: '#336699' },
    })
      .png()
      .toBuffer();
    const shown = await admin
      .ask('put', `${path}/photo`)
      .attach('file', picture, 'face.png')
      .expect(200);
    expect(shown.body.thumbPhotoUrl).toMatch(new RegExp(`/staff-photos/engawa-sendai/${id}/`));
    await admin.ask('get', shown.body.photoUrl.replace('/api/v1', '')).expect(200);
    const [facts] = await service.running.app
      .get(EventBus)
      .ask<object[]>('identity.findStaffs', { space: 'engawa-sendai', ids: [id] });
    expect(facts).toMatchObject({
      staffId: id,
      displayName: '受付',
      photoUrl: shown.body.photoUrl,
      integration: true,
    });
    const people = await admin.ask('get', '/staffs').expect(200);
    expect(JSON.stringify(people.body)).not.toContain(id);
    await admin.ask('delete', `${path}/photo`).expect(200);
    await admin.ask('delete', path).expect(204);
    const authors = await admin.ask('get', '/staffs/integrations').expect(200);
    const author = authors.body.items.find((one: { id: string }) => one.id === id);
    expect(author).toMatchObject({ displayName: '受付', photoUrl: null, deactivated: true });
    await admin.ask('patch', path).set('if-match', '*').send({ name: '戻る' }).expect(404);
    const other = await new Browser(service.url).signIn('admin@other.example');
    await other.ask('patch', path).set('if-match', '*').send({ name: '他人' }).expect(404);
    const theirs = await other.ask('get', '/staffs/integrations').expect(200);
    expect(theirs.body.items).toEqual([]);
  });

  it('count their requests by day', async () => {
    const { body } = await create().expect(201);
    const { id } = body.apiToken;
    const bus = service.running.app.get(EventBus);
    const report = (space: string, requests: number) =>
      bus.ask('identity.countApiTokenUses', { uses: [{ space, tokenId: id, requests }] });
    await report('engawa-sendai', 3);
    await report('engawa-sendai', 4);
    await report('other', 100);
    const { body: use } = await admin.ask('get', `/api-tokens/${id}/uses`).expect(200);
    expect(use.days).toHaveLength(30);
    expect(use.days.at(-1)).toMatchObject({ requests: 7 });
    expect(use.days.at(-2)).toMatchObject({ requests: 0 });
    // A day that left the window is dropped with the next recorded use.
    const tokens = service.running.app.get(ApiTokenRepository);
    await tokens.countUse('engawa-sendai', id, '2020-02-02', 5);
    await exchange(body.token);
    const kept = await tokens.findById('engawa-sendai', id);
    expect(Object.keys(kept!.uses!)).toHaveLength(1);
    const other = await new Browser(service.url).signIn('admin@other.example');
    await other.ask('get', `/api-tokens/${id}/uses`).expect(404);
  });

  it('are read by their index', async () => {
    const tokens = service.running.app.get(ApiTokenRepository);
    const plan = await explainOf(tokens.ofSpaceQuery('engawa-sendai'));
    expect(plan.index).toBe('ofSpace');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
    const ever = await explainOf(tokens.everOfSpaceQuery('engawa-sendai'));
    expect(ever.index).toBe('everOfSpace');
    expect(ever.keysExamined).toBeLessThanOrEqual(ever.returned + 1);
  });
});
