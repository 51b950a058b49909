import {
  expiryOf,
  refreshTokenStateOf,
  SESSION_IDLE_MS,
  SESSION_MAX_AGE_MS,
} from './session.rules';

const now = new Date('2026-11-21T12:00:00Z');
const session = {
  tokenHash: 'h3',
  generation: 3,
  rotatedAt: new Date(now.getTime() - 5_000),
  expiresAt: new Date(now.getTime() + 1_000),
  endedAt: null,
};

describe('judge (IDN-5)', () => {
  it('knows the token in force', () => {
    expect(
      refreshTokenStateOf(session, { hash: 'h3', generation: 3, successorHash: 'h4' }, now),
    ).toBe('current');
  });

  it('lets the tab that came second have the same successor for ten seconds', () => {
    const second = { hash: 'h2', generation: 2, successorHash: 'h3' };
    expect(refreshTokenStateOf(session, second, now)).toBe('raced');
    expect(refreshTokenStateOf(session, second, new Date(now.getTime() + 5_000))).toBe('ended');
    const long = { ...session, expiresAt: new Date(now.getTime() + 60_000) };
    expect(refreshTokenStateOf(long, second, new Date(now.getTime() + 5_000))).toBe('reused');
  });

  it('sees reuse', () => {
    expect(
      refreshTokenStateOf(session, { hash: 'h1', generation: 1, successorHash: 'h2' }, now),
    ).toBe('reused');
  });

  it('has nothing for ended sessions', () => {
    const token = { hash: 'h3', generation: 3, successorHash: 'h4' };
    expect(refreshTokenStateOf({ ...session, endedAt: now }, token, now)).toBe('ended');
    expect(refreshTokenStateOf({ ...session, expiresAt: now }, token, now)).toBe('ended');
    expect(refreshTokenStateOf(null, token, now)).toBe('ended');
  });
});

describe('expiryOf', () => {
  it('extends with use, up to a limit', () => {
    expect(expiryOf(now, now).getTime()).toBe(now.getTime() + SESSION_IDLE_MS);
    const late = new Date(now.getTime() + SESSION_MAX_AGE_MS - 1_000);
    expect(expiryOf(now, late).getTime()).toBe(now.getTime() + SESSION_MAX_AGE_MS);
  });
});
