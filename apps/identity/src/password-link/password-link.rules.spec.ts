import { hashOfLink, linkStateOf, readLinkToken, writeLinkToken } from './password-link.rules';

const now = new Date('2026-11-21T12:00:00Z');
const secret = 'S'.repeat(43);
const token = { space: 'engawa-sendai', staffId: '019a2b3c-4d5e', linkId: '019a2b3c-ffff', secret };
const stored = {
  secretHash: hashOfLink(secret),
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

  it('distinguish open, expired, used and invalid', () => {
    expect(linkStateOf(stored, secret, now)).toBe('open');
    expect(linkStateOf(stored, secret, new Date('2026-11-21T12:30:00Z'))).toBe('expired');
    expect(linkStateOf({ ...stored, replaced: true }, secret, now)).toBe('expired');
    expect(linkStateOf({ ...stored, usedAt: now }, secret, now)).toBe('used');
    expect(linkStateOf(undefined, secret, now)).toBe('invalid');
  });

  it('reveal nothing of a link whose secret is unknown', () => {
    expect(linkStateOf({ ...stored, usedAt: now }, 'T'.repeat(43), now)).toBe('invalid');
  });
});
