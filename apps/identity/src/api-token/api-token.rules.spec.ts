import { randomBytes } from 'node:crypto';
import { readApiToken, writeApiToken } from '@engawa/contracts';
import { hashOfApiToken } from './api-token.rules';

const tokenOf = (space: string, tokenId: string) => ({
  ...{ space, tokenId },
  secret: randomBytes(32).toString('base64url'),
});

describe('API tokens (IDN-11)', () => {
  it('are read back as they were written', () => {
    for (let n = 0; n < 50; n += 1) {
      const token = tokenOf('engawa-sendai', '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b');
      expect(readApiToken(writeApiToken(token))).toEqual(token);
    }
  });

  it('are known by their secret', () => {
    const one = tokenOf('s1', 'a');
    expect(hashOfApiToken(one)).not.toBe(hashOfApiToken(tokenOf('s1', 'a')));
    expect(hashOfApiToken(one)).not.toContain(one.secret);
  });

  it.each(['', 'engawa_', 'engawa_s1_a_short', 'eyJhbGciOi.x.y'])('%p is none', (text) => {
    expect(readApiToken(text)).toBeNull();
  });
});
