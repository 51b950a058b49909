import { expiryOf, judge, SESSION_IDLE, SESSION_MOST } from './session.rules';

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
    expect(judge(session, { hash: 'h3', generation: 3, successorHash: 'h4' }, now)).toBe('current');
  });

  it('lets the tab that came second have the same successor for ten seconds', () => {
    const second = { hash: 'h2', generation: 2, successorHash: 'h3' };
    expect(judge(session, second, now)).toBe('raced');
    expect(judge(session, second, new Date(now.getTime() + 5_000))).toBe('ended');
    const long = { ...session, expiresAt: new Date(now.getTime() + 60_000) };
    expect(judge(long, second, new Date(now.getTime() + 5_000))).toBe('reused');
  });

  it('sees reuse', () => {
    expect(judge(session, { hash: 'h1', generation: 1, successorHash: 'h2' }, now)).toBe('reused');
  });

  it('has nothing for ended sessions', () => {
    const token = { hash: 'h3', generation: 3, successorHash: 'h4' };
    expect(judge({ ...session, endedAt: now }, token, now)).toBe('ended');
    expect(judge({ ...session, expiresAt: now }, token, now)).toBe('ended');
    expect(judge(null, token, now)).toBe('ended');
  });
});

describe('expiryOf', () => {
  it('slides, but not for ever', () => {
    expect(expiryOf(now, now).getTime()).toBe(now.getTime() + SESSION_IDLE);
    const late = new Date(now.getTime() + SESSION_MOST - 1_000);
    expect(expiryOf(now, late).getTime()).toBe(now.getTime() + SESSION_MOST);
  });
});
