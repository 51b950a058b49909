import { generateTokenKeys } from '@engawa/auth';
import { startService } from '@engawa/service-kit';
import { startTestService, type TestService } from '@engawa/testing';
import { identity } from './index';

describe('the keys that identity starts with', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(identity);
  });
  afterAll(() => service.stop());

  const startWith = async (env: Record<string, string>) => {
    const started = await startService(identity, { env: { ...service.env, ...env }, port: 0 });
    await started.stop();
  };
  const otherKey = Buffer.alloc(32, 9).toString('base64');

  it.each([
    ['missing', '', 'ENGAWA_SECRET_KEY: is not set'],
    ['too short', otherKey.slice(0, 20), 'ENGAWA_SECRET_KEY: is not 32 bytes in base64'],
    ['another one than before', otherKey, 'ENGAWA_SECRET_KEY: is not the key'],
  ])('a secret key that is %s is refused', async (_name, key, message) => {
    await expect(startWith({ ENGAWA_SECRET_KEY: key })).rejects.toThrow(message);
  });

  it('a malformed signing key, or one whose public key nobody has, is refused', async () => {
    const { ENGAWA_TOKEN_PRIVATE_KEY, ENGAWA_TOKEN_PUBLIC_KEYS } = generateTokenKeys();
    await expect(startWith({ ENGAWA_TOKEN_PRIVATE_KEY: 'a key' })).rejects.toThrow(
      'ENGAWA_TOKEN_PRIVATE_KEY: is not an ES256 JWK with kid',
    );
    await expect(startWith({ ENGAWA_TOKEN_PRIVATE_KEY })).rejects.toThrow(
      'ENGAWA_TOKEN_PRIVATE_KEY: its public key is not in ENGAWA_TOKEN_PUBLIC_KEYS',
    );
    await startWith({ ENGAWA_TOKEN_PRIVATE_KEY, ENGAWA_TOKEN_PUBLIC_KEYS });
  });
});
