import { firstToken, hashOf, readToken, successorOf, writeToken } from './refresh-token.rules';

const key = Buffer.alloc(32, 7);

describe('refresh tokens (IDN-5)', () => {
  it('are read back as they were written', () => {
    const token = firstToken('engawa-sendai', '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b');
    expect(readToken(writeToken(token, key), key)).toEqual(token);
  });

  it('give two racing tabs the same successor, and each generation another secret', () => {
    const token = firstToken('s1', 'a');
    expect(successorOf(token, key)).toEqual(successorOf(token, key));
    expect(hashOf(successorOf(token, key))).not.toBe(hashOf(token));
    expect(successorOf(token, Buffer.alloc(32, 8)).secret).not.toBe(successorOf(token, key).secret);
  });

  it('cannot be invented or altered', () => {
    const text = writeToken(firstToken('s1', 'a'), key);
    expect(readToken(text.replace('.1.', '.2.'), key)).toBeNull();
    expect(readToken(text.replace('s1.', 's2.'), key)).toBeNull();
    expect(readToken(text, Buffer.alloc(32, 8))).toBeNull();
    expect(readToken('', key)).toBeNull();
    expect(readToken('s1.a.1.x.y', key)).toBeNull();
  });
});
