import { EventBus } from '@engawa/events';
import { verifyAccessToken } from '@engawa/auth';
import { events } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import type { TestService } from '@engawa/testing';
import request from 'supertest';
import { Browser, startIdentity, revokes } from '../testing/identity-test.service';
import { ApiTokenRepository } from './api-token.repository';
import type { ExchangedToken } from './api-token.service';

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
      sub: admin.staffId,
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
      staff: { id: admin.staffId, email: '' },
      permissions: ['staff.read'],
    });
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
    const short = await create({ expiresAt: new Date(Date.now() + 1_500).toISOString() });
    expect(await exchange(short.body.token)).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect(await exchange(short.body.token)).toBeNull();
  });

  it('end with the account of their maker', async () => {
    const manager = await new Browser(service.url).signIn('manager@engawa.example');
    const { body } = await create({}, manager).expect(201);
    service.events.clear();
    await admin.ask('post', `/staffs/${manager.staffId}/deactivate`).expect(200);
    expect(await exchange(body.token)).toBeNull();
    await service.events.receiveSuch(events.sessionRevoked, revokes(body.apiToken.id));
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

  it('are invisible to other spaces', async () => {
    const { body } = await create().expect(201);
    const other = await new Browser(service.url).signIn('admin@other.example');
    await other.ask('delete', `/api-tokens/${body.apiToken.id}`).expect(404);
    const list = await other.ask('get', '/api-tokens').expect(200);
    expect(list.body.items).toEqual([]);
  });

  it('are read by their index', async () => {
    const tokens = service.running.app.get(ApiTokenRepository);
    const plan = await explainOf(tokens.ofSpaceQuery('engawa-sendai'));
    expect(plan.index).toBe('ofSpace');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});
