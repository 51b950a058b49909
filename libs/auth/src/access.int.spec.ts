import { createHmac, createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { AccessClaims } from '@engawa/contracts';
import {
  Answer,
  Operation,
  defineService,
  startService,
  type RunningService,
} from '@engawa/service-kit';
import request from 'supertest';
import { z } from 'zod';
import {
  AuthModule,
  BeforeOnboarding,
  Can,
  CurrentStaff,
  Public,
  SignedIn,
  TokenVerifier,
  generateTokenKeys,
  readPublicKeys,
  signAccessToken,
} from './index';

const seen = z.object({ staffId: z.string().nullable(), mayManage: z.boolean() });
const answerOf = (staff: CurrentStaff | null) => ({
  staffId: staff?.staffId ?? null,
  mayManage: staff?.can('staff.manage') ?? false,
});

@Controller()
class DoorController {
  @Get('open')
  @Public()
  @Operation('open')
  @Answer(200, seen)
  open(@CurrentStaff() staff: CurrentStaff | null) {
    return answerOf(staff);
  }
  @Get('mine')
  @SignedIn()
  @Operation('mine')
  @Answer(200, seen)
  mine(@CurrentStaff() staff: CurrentStaff) {
    return answerOf(staff);
  }
  @Post('first-password')
  @SignedIn()
  @BeforeOnboarding()
  @Operation('firstPassword')
  @Answer(200, seen)
  firstPassword(@CurrentStaff() staff: CurrentStaff) {
    return answerOf(staff);
  }
  @Get('admin')
  @Can('staff.manage')
  @Operation('admin')
  @Answer(200, seen)
  admin(@CurrentStaff() staff: CurrentStaff) {
    return answerOf(staff);
  }
  @Get('god')
  @Can('space.operate')
  @Operation('god')
  @Answer(200, seen)
  god(@CurrentStaff() staff: CurrentStaff) {
    return answerOf(staff);
  }
}

@Module({ imports: [AuthModule.forRoot()], controllers: [DoorController] })
class DoorModule {}
const door = defineService({ name: 'door', config: z.object({}), module: DoorModule });

@Controller('forgotten')
class ForgottenController {
  @Get()
  @Operation('forgotten')
  @Answer(200, null)
  forgotten() {}
}
@Module({ imports: [AuthModule.forRoot()], controllers: [ForgottenController] })
class ForgottenModule {}

const keys = generateTokenKeys();
const older = generateTokenKeys();
const foreign = generateTokenKeys();
const publicKeys = JSON.stringify({
  keys: [keys, older].flatMap(
    (pair) => (JSON.parse(pair.ENGAWA_TOKEN_PUBLIC_KEYS) as { keys: object[] }).keys,
  ),
});
const now = Math.floor(Date.now() / 1000);
const claims = (more: Partial<AccessClaims> = {}): AccessClaims => ({
  sub: 'staff-1',
  sid: 'session-1',
  space: 'space-a',
  role: 'staff',
  god: false,
  admin: false,
  initialPasswordChanged: true,
  iat: now,
  exp: now + 900,
  ...more,
});
const tokenOf = (more?: Partial<AccessClaims>, pair = keys) =>
  signAccessToken(claims(more), pair.ENGAWA_TOKEN_PRIVATE_KEY);
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('access', () => {
  let service: RunningService;

  beforeAll(async () => {
    const env = { LOG_LEVEL: 'silent', ENGAWA_TOKEN_PUBLIC_KEYS: publicKeys };
    service = await startService(door, { env, port: 0, checkAnswers: true });
  });
  afterAll(() => service.stop());

  const ask = async (path: string, token?: string, method: 'get' | 'post' = 'get') => {
    const test = request(service.url)[method](`/api/v1${path}`);
    const answer = await (token ? test.set('authorization', `Bearer ${token}`) : test);
    return { status: answer.status, code: answer.body.code as string, body: answer.body, answer };
  };

  it('accepts tokens that either key signed', async () => {
    for (const pair of [keys, older]) {
      const { status, body } = await ask('/mine', tokenOf({}, pair));
      expect([status, body]).toEqual([200, { staffId: 'staff-1', mayManage: false }]);
    }
  });

  it('answers 401 with WWW-Authenticate without a token', async () => {
    const { status, code, answer } = await ask('/mine');
    expect([status, code]).toEqual([401, 'auth.required']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  const { kid, ...publicJwk } = (
    JSON.parse(keys.ENGAWA_TOKEN_PUBLIC_KEYS) as { keys: { kid: string }[] }
  ).keys[0]!;
  const pem = createPublicKey({ format: 'jwk', key: publicJwk }).export({
    format: 'pem',
    type: 'spki',
  });
  const confused = (() => {
    const body = `${base64({ alg: 'HS256', kid })}.${base64(claims())}`;
    return `${body}.${createHmac('sha256', pem).update(body).digest('base64url')}`;
  })();
  const [head, , signature] = tokenOf().split('.');
  /** Signed with the right key, but not as an access token. */
  const signedAs = (options: { typ?: string; issuer?: string; audience?: string }) => {
    const { typ = 'at+jwt', issuer = 'urn:engawa:identity', audience = 'urn:engawa:api' } = options;
    const jwk = JSON.parse(keys.ENGAWA_TOKEN_PRIVATE_KEY) as JsonWebKey;
    return new JwtService({}).sign(
      { ...claims() },
      {
        privateKey: createPrivateKey({ format: 'jwk', key: jwk }) as unknown as Buffer,
        header: { alg: 'ES256', typ, kid },
        algorithm: 'ES256',
        ...(issuer && { issuer }),
        ...(audience && { audience }),
      },
    );
  };

  it('takes a token with type, issuer and audience of an access token', async () => {
    expect((await ask('/mine', signedAs({}))).status).toBe(200);
  });

  it.each([
    ['of a foreign key', tokenOf({}, foreign)],
    ['without a signature', `${base64({ alg: 'none', kid })}.${base64(claims())}.`],
    ['signed with the public key as a secret', confused],
    [
      'with other claims under its signature',
      `${head}.${base64(claims({ god: true }))}.${signature}`,
    ],
    ['that is no token', 'nonsense'],
    [
      'of an unknown key',
      tokenOf({}, keys).replace(/^[^.]+/, base64({ alg: 'ES256', typ: 'at+jwt', kid: 'unknown' })),
    ],
    ['of another type', signedAs({ typ: 'JWT' })],
    ['of another issuer', signedAs({ issuer: 'urn:engawa:other' })],
    ['of no issuer', signedAs({ issuer: '' })],
    ['for another audience', signedAs({ audience: 'urn:engawa:mail' })],
    ['for no audience', signedAs({ audience: '' })],
    ['of 10,000 characters', 'a'.repeat(10_000)],
  ])('refuses a token %s', async (_what, token) => {
    const { status, code } = await ask('/mine', token);
    expect([status, code]).toEqual([401, 'auth.token-invalid']);
  });

  it('refuses an expired token, also one that was cached as valid', async () => {
    const { status, code } = await ask('/mine', tokenOf({ iat: now - 1000, exp: now - 100 }));
    expect([status, code]).toEqual([401, 'auth.token-expired']);
    const verifier = new TokenVerifier(readPublicKeys(publicKeys));
    const token = tokenOf({ exp: Math.floor(Date.now() / 1000) + 60 });
    expect(verifier.verify(token).sub).toBe('staff-1');
    const later = Date.now() + 61_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    try {
      expect(() => verifier.verify(token)).toThrow('auth.token-expired');
    } finally {
      clock.mockRestore();
    }
  });

  it('decides by role, god flag and scopes', async () => {
    expect((await ask('/admin', tokenOf())).code).toBe('auth.forbidden');
    expect((await ask('/admin', tokenOf({ role: 'generalAdmin', admin: true }))).status).toBe(200);
    expect((await ask('/god', tokenOf({ role: 'primaryAdmin', admin: true }))).status).toBe(403);
    expect((await ask('/god', tokenOf({ god: true }))).status).toBe(200);
    const scoped = tokenOf({ role: 'primaryAdmin', admin: true, scopes: ['post.read'] });
    expect((await ask('/admin', scoped)).code).toBe('auth.forbidden');
    // A flag in the token grants nothing; only the role does.
    expect((await ask('/admin', tokenOf({ admin: true }))).status).toBe(403);
  });

  it('allows accounts without a chosen password only to choose one', async () => {
    const fresh = tokenOf({ initialPasswordChanged: false });
    expect((await ask('/mine', fresh)).code).toBe('auth.onboarding-required');
    expect((await ask('/first-password', fresh, 'post')).status).toBe(200);
    expect((await ask('/open', fresh)).status).toBe(200);
  });

  it('opens public routes to all; an invalid token is ignored', async () => {
    expect((await ask('/open')).body).toEqual({ staffId: null, mayManage: false });
    expect((await ask('/open', tokenOf())).body.staffId).toBe('staff-1');
    expect((await ask('/open', 'nonsense')).body.staffId).toBeNull();
  });

  it('does not start with a route without a declared permission, or without keys', async () => {
    const forgotten = defineService({ name: 'x', config: z.object({}), module: ForgottenModule });
    const env = { LOG_LEVEL: 'silent', ENGAWA_TOKEN_PUBLIC_KEYS: publicKeys };
    await expect(startService(forgotten, { env, port: 0 })).rejects.toThrow(
      'ForgottenController.forgotten',
    );
    await expect(startService(door, { env: { LOG_LEVEL: 'silent' }, port: 0 })).rejects.toThrow(
      'ENGAWA_TOKEN_PUBLIC_KEYS: is not set',
    );
    const wrong = { LOG_LEVEL: 'silent', ENGAWA_TOKEN_PUBLIC_KEYS: '{"keys":[{"kty":"oct"}]}' };
    await expect(startService(door, { env: wrong, port: 0 })).rejects.toThrow(
      'ENGAWA_TOKEN_PUBLIC_KEYS: is not a JWKS',
    );
  });

  it('writes access into the OpenAPI document', async () => {
    const { body } = await request(service.url).get('/openapi.json');
    expect(body.paths['/api/v1/admin'].get['x-permission']).toBe('staff.manage');
    expect(body.paths['/api/v1/open'].get.security).toEqual([]);
    expect(body.paths['/api/v1/mine'].get.security).toEqual([{ session: [] }, { apiToken: [] }]);
    // No API token is ever given this scope.
    expect(body.paths['/api/v1/admin'].get.security).toEqual([{ session: [] }]);
    expect(body.paths['/api/v1/first-password'].post['x-before-onboarding']).toBe(true);
  });
});
