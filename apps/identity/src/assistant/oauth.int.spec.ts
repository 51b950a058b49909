import { createHash, randomBytes } from 'node:crypto';
import { verifyAccessToken } from '@engawa/auth';
import { assistantScopes, events } from '@engawa/contracts';
import { EventBus } from '@engawa/events';
import { explainOf } from '@engawa/persistence';
import { joinCalls, type TestService } from '@engawa/testing';
import request from 'supertest';
import { Browser, revokes, startIdentity } from '../testing/identity-test.service';
import type { ExchangedToken } from '../api-token/api-token-exchange.service';
import { ASSISTANT_LIMIT, AssistantRepository } from './assistant.repository';
import { readAssistantToken } from './assistant-token.rules';

let service: TestService;
let staff: Browser;
beforeAll(async () => {
  service = await startIdentity();
  staff = await new Browser(service.url).signIn('staff@engawa.example');
});
afterAll(() => service?.stop());

const redirectUri = 'http://127.0.0.1:5005/callback';
const space = 'engawa-sendai';

const register = (fields: object = {}) =>
  request(service.url)
    .post('/api/v1/auth/oauth/register')
    .send({ client_name: '助手', redirect_uris: [redirectUri], ...fields });
const clientId = async () => (await register().expect(201)).body.client_id as string;
const form = (path: 'token' | 'revoke', fields: Record<string, string>) =>
  request(service.url).post(`/api/v1/auth/oauth/${path}`).type('form').send(fields);
const exchange = (token: string) =>
  service.running.app
    .get(EventBus)
    .ask<ExchangedToken | null>('identity.exchangeApiToken', { token });

interface Program {
  client: string;
  verifier: string;
  parameters: Record<string, string>;
}
async function program(fields: Record<string, string> = {}): Promise<Program> {
  const client = await clientId();
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const parameters = {
    response_type: 'code',
    client_id: client,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'here & there',
    ...fields,
  };
  return { client, verifier, parameters };
}
const queryOf = (parameters: Record<string, string>) => `${new URLSearchParams(parameters)}`;
const check = (parameters: Record<string, string>) =>
  staff.ask('post', '/assistants/check').send({ query: queryOf(parameters) });

async function consent(asked: Program, more: object = {}): Promise<URL> {
  const input = { query: queryOf(asked.parameters), ...more };
  const { body } = await staff.ask('post', '/assistants').send(input).expect(201);
  return new URL(body.redirectTo);
}
const tokenRequest = ({ client, verifier }: Program, code: string) => ({
  grant_type: 'authorization_code',
  client_id: client,
  redirect_uri: redirectUri,
  code,
  code_verifier: verifier,
});
interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}
async function connect(more: object = {}): Promise<Tokens & { client: string }> {
  const asked = await program();
  const code = (await consent(asked, more)).searchParams.get('code')!;
  const { body } = await form('token', tokenRequest(asked, code)).expect(200);
  return { ...(body as Tokens), client: asked.client };
}
const refresh = (client: string, token: string) =>
  form('token', { grant_type: 'refresh_token', client_id: client, refresh_token: token });
const idOf = (token: string) => readAssistantToken(token)!.assistantId;

describe('assistants by OAuth 2.1 (API-5)', () => {
  it('are no more than the limit when two are allowed at the same moment', async () => {
    const other = await new Browser(service.url).signIn('admin@engawa.example');
    const { parameters } = await program();
    const allow = () => other.ask('post', '/assistants').send({ query: queryOf(parameters) });
    for (let count = 1; count < ASSISTANT_LIMIT; count += 1) await allow().expect(201);
    const restore = joinCalls(service.running.app.get(AssistantRepository), 'findOfStaff');
    const answers = await Promise.all([allow(), allow()]).finally(restore);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('get a token for /mcp by code and PKCE, in the name of who allowed them', async () => {
    const asked = await program();
    const shown = await check(asked.parameters).expect(200);
    expect(shown.body.ask).toEqual({
      name: '助手',
      host: '127.0.0.1:5005',
      scopes: [...assistantScopes],
    });
    expect(new URL(shown.body.redirectTo).searchParams.get('error')).toBe('access_denied');
    const back = await consent(asked);
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
    expect(back.searchParams.get('state')).toBe('here & there');
    expect(back.searchParams.get('iss')).toBe(new URL(service.env['ENGAWA_PUBLIC_URL']!).origin);
    const code = back.searchParams.get('code')!;
    const answer = await form('token', tokenRequest(asked, code)).expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    const { access_token: token, refresh_token: longer } = answer.body as Tokens;
    const exchanged = (await exchange(token))!;
    const claims = verifyAccessToken(
      exchanged.accessToken,
      service.env['ENGAWA_TOKEN_PUBLIC_KEYS']!,
    );
    expect(claims).toMatchObject({ sub: staff.staffId, audience: 'mcp', god: false });
    expect(claims.scopes).toEqual([...assistantScopes]);
    const stored = JSON.stringify(
      await service.running.app.get(AssistantRepository).findById(space, claims.sid),
    );
    for (const secret of [code.split('.')[3]!, token.slice(-43), longer.split('.')[3]!]) {
      expect(stored).not.toContain(secret);
    }
  });

  it('only read where that is what was allowed', async () => {
    const { scope } = await connect({ readOnly: true });
    expect(scope).toContain('post.read');
    expect(scope).not.toContain('write');
  });

  it('renew their tokens, each refresh token once; a copy ends the consent', async () => {
    const first = await connect();
    const second = (await refresh(first.client, first.refresh_token).expect(200)).body as Tokens;
    expect(await exchange(first.access_token)).toBeNull();
    expect(await exchange(second.access_token)).not.toBeNull();
    service.events.clear();
    const again = await refresh(first.client, first.refresh_token).expect(400);
    expect(again.body.error).toBe('invalid_grant');
    expect(await exchange(second.access_token)).toBeNull();
    await refresh(first.client, second.refresh_token).expect(400);
    await service.events.receiveSuch(events.sessionRevoked, revokes(idOf(first.access_token)));
  });

  it('use a code once, also at the same time; a second use ends the consent', async () => {
    const asked = await program();
    const code = (await consent(asked)).searchParams.get('code')!;
    const both = await Promise.all([1, 2].map(() => form('token', tokenRequest(asked, code))));
    const statuses = both.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 400]);
    await form('token', tokenRequest(asked, code)).expect(400);
    const issued = both.find(({ status }) => status === 200)!.body as Tokens;
    expect(await exchange(issued.access_token)).toBeNull();
  });

  it('end with revocation by the program, by the staff member, and with the account', async () => {
    const one = await connect();
    await form('revoke', { token: one.refresh_token }).expect(200);
    expect(await exchange(one.access_token)).toBeNull();
    await form('revoke', { token: 'nonsense' }).expect(200);

    const two = await connect();
    const list = await staff.ask('get', '/assistants').expect(200);
    expect(list.body.items[0]).toMatchObject({ id: idOf(two.access_token), name: '助手' });
    const other = await new Browser(service.url).signIn('admin@other.example');
    await other.ask('delete', `/assistants/${idOf(two.access_token)}`).expect(404);
    const admin = await new Browser(service.url).signIn('admin@engawa.example');
    await admin.ask('delete', `/assistants/${idOf(two.access_token)}`).expect(404);
    await staff.ask('delete', `/assistants/${idOf(two.access_token)}`).expect(204);
    await staff.ask('delete', `/assistants/${idOf(two.access_token)}`).expect(404);
    expect(await exchange(two.access_token)).toBeNull();

    const manager = await new Browser(service.url).signIn('manager@engawa.example');
    const asked = await program();
    const query = queryOf(asked.parameters);
    const { body } = await manager.ask('post', '/assistants').send({ query }).expect(201);
    const code = new URL(body.redirectTo).searchParams.get('code')!;
    const { body: third } = await form('token', tokenRequest(asked, code)).expect(200);
    await admin.ask('post', `/staffs/${manager.staffId}/deactivate`).expect(200);
    expect(await exchange(third.access_token)).toBeNull();
    await refresh(asked.client, third.refresh_token).expect(400);
  });
});

describe('what is refused', () => {
  it.each([
    ['a path below', `${redirectUri}/x`],
    ['another port', 'http://127.0.0.1:5006/callback'],
    ['another host of the same machine', 'http://localhost:5005/callback'],
    ['another scheme', 'https://127.0.0.1:5005/callback'],
    ['a query', `${redirectUri}?x=1`],
    ['a slash at the end', `${redirectUri}/`],
    ['other letters', 'http://127.0.0.1:5005/Callback'],
    ['a user before the host', 'http://127.0.0.1:5005@evil.example/callback'],
    ['none', ''],
  ])('a redirect address with %s', async (_what, address) => {
    const { parameters } = await program({ redirect_uri: address });
    const answer = await check(parameters).expect(400);
    expect(answer.body.code).toBe('identity.assistant.unknown-program');
    const query = queryOf(parameters);
    await staff.ask('post', '/assistants').send({ query }).expect(400);
  });

  it.each([
    ['no PKCE', { code_challenge: '' }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['unknown scopes', { scope: 'post.read staff.manage' }, 'invalid_scope'],
    ['another audience', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('a request with %s', async (_what, fields, error) => {
    const { parameters } = await program(fields);
    const { body } = await check(parameters).expect(200);
    expect(body.ask).toBeNull();
    expect(new URL(body.redirectTo).searchParams.get('error')).toBe(error);
    const query = queryOf(parameters);
    const written = await staff.ask('post', '/assistants').send({ query }).expect(201);
    expect(new URL(written.body.redirectTo).searchParams.has('code')).toBe(false);
  });

  it('a client id that was changed', async () => {
    const { parameters } = await program();
    const id = parameters['client_id']!;
    const forged = Buffer.from(JSON.stringify(['助手', 'https://evil.example/'])).toString(
      'base64url',
    );
    await check({
      ...parameters,
      client_id: `${forged}.${id.split('.')[1]!}`,
      redirect_uri: 'https://evil.example/',
    }).expect(400);
  });

  it('a code with another verifier, program, redirect address or audience', async () => {
    const asked = await program();
    const code = (await consent(asked)).searchParams.get('code')!;
    const right = tokenRequest(asked, code);
    const other = (await register({ client_name: 'other' }).expect(201)).body.client_id as string;
    for (const [fields, error] of [
      [{ code_verifier: 'A'.repeat(43) }, 'invalid_grant'],
      [{ client_id: other }, 'invalid_grant'],
      [{ redirect_uri: `${redirectUri}/` }, 'invalid_grant'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ code: `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}` }, 'invalid_grant'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ client_id: 'nobody' }, 'invalid_client'],
      [{ code: '' }, 'invalid_request'],
    ] as const) {
      const { body } = await form('token', { ...right, ...fields });
      expect([fields, body.error]).toEqual([fields, error]);
    }
    await form('token', right).expect(200);
  });

  it('a body that is no form, and forms anywhere else', async () => {
    const token = await request(service.url)
      .post('/api/v1/auth/oauth/token')
      .send({ grant_type: 'authorization_code' });
    expect([token.status, token.body.error]).toEqual([400, 'invalid_request']);
    await request(service.url)
      .post('/api/v1/auth/sign-in')
      .type('form')
      .send({ email: 'staff@engawa.example', password: 'engawa-demo' })
      .expect(415);
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['plain http elsewhere', 'http://evil.example/'],
    ['a fragment', 'https://a.example/#x'],
    ['data', 'data:text/html,x'],
    ['no address', 'callback'],
    ['a user', 'https://user:secret@a.example/'],
  ])('a registration of %s', async (_what, address) => {
    const { body } = await register({ redirect_uris: [address] }).expect(400);
    expect(body.error).toBe('invalid_redirect_uri');
  });

  it('registrations of wrong shape; a long one, many and none', async () => {
    for (const fields of [
      { redirect_uris: [] },
      { redirect_uris: Array.from({ length: 6 }, (_, n) => `https://a.example/${n}`) },
      { redirect_uris: [`https://a.example/${'x'.repeat(300)}`] },
      { redirect_uris: 'https://a.example/' },
      { client_name: 'x'.repeat(101) },
      { client_name: { $ne: null } },
      { client_name: 'a\u0000b' },
    ]) {
      const { body } = await register(fields).expect(400);
      expect(body.error).toMatch(/^invalid_/);
    }
  });

  it('nothing by a thousand registrations, which are not stored', async () => {
    const before = await staff.ask('get', '/assistants').expect(200);
    for (let n = 0; n < 1_000; n += 500) {
      await Promise.all(
        Array.from({ length: 500 }, (_, one) =>
          fetch(`${service.url}/api/v1/auth/oauth/register`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              client_name: `program ${n + one}`,
              redirect_uris: [redirectUri],
            }),
          }).then((answer) => expect(answer.status).toBe(201)),
        ),
      );
    }
    const { body } = await staff.ask('get', '/assistants').expect(200);
    expect(body).toEqual(before.body);
    await connect();
  });

  it('consent by an API token', async () => {
    const admin = await new Browser(service.url).signIn('admin@engawa.example');
    const made = await admin
      .ask('post', '/api-tokens')
      .send({ name: 'x', scopes: ['staff.read'] })
      .expect(201);
    const { accessToken } = (await exchange(made.body.token))!;
    const { parameters } = await program();
    await request(service.url)
      .post('/api/v1/assistants')
      .set('authorization', `Bearer ${accessToken}`)
      .send({ query: queryOf(parameters) })
      .expect(403);
  });

  it('is read by its index', async () => {
    const assistants = service.running.app.get(AssistantRepository);
    const plan = await explainOf(assistants.ofStaffQuery(space, staff.staffId));
    expect(plan.index).toBe('ofStaff');
    expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
  });
});
