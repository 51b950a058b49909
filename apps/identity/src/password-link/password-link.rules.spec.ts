import {
  hashOfLink,
  linkStateOf,
  newLinkToken,
  readLinkToken,
  writeLinkToken,
} from './password-link.rules';

const now = new Date('2026-11-21T12:00:00Z');
const token = newLinkToken('engawa-sendai', '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b');
const stored = {
  secretHash: hashOfLink(token),
  expiresAt: new Date('2026-11-21T12:30:00Z'),
  usedAt: null,
  replaced: false,
};

describe('links by mail (IDN-7)', () => {
  it('are read back as they were written', () => {
    expect(readLinkToken(writeLinkToken(token))).toEqual(token);
    expect(readLinkToken(`${writeLinkToken(token)}\n`)).toEqual(token);
    expect(readLinkToken('a.b.c')).toBeNull();
    expect(readLinkToken('{"$ne":null}')).toBeNull();
  });

  it('tell open, expired, used and invalid apart', () => {
    expect(linkStateOf(stored, token, now)).toBe('open');
    expect(linkStateOf(stored, token, new Date('2026-11-21T12:30:00Z'))).toBe('expired');
    expect(linkStateOf({ ...stored, replaced: true }, token, now)).toBe('expired');
    expect(linkStateOf({ ...stored, usedAt: now }, token, now)).toBe('used');
    expect(linkStateOf(null, token, now)).toBe('invalid');
  });

  it('tell nothing of a link whose secret is not known', () => {
    const guess = newLinkToken(token.space, token.linkId);
    expect(linkStateOf({ ...stored, usedAt: now }, guess, now)).toBe('invalid');
  });
});
