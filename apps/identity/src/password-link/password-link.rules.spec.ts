import {
  hashOfLink,
  linkStateOf,
  type PasswordLinkKind,
  readLinkToken,
  withLink,
  writeLinkToken,
} from './password-link.rules';

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

describe('the links of an account', () => {
  const link = (id: string, kind: PasswordLinkKind, more: object = {}) => ({
    ...stored,
    ...{ id, kind, askedBy: id as string | null },
    ...more,
  });
  const resets = (count: number) =>
    Array.from({ length: count }, (_, n) => link(`reset-${n}`, 'reset'));
  const idsOf = (links: readonly { id: string }[]) => links.map(({ id }) => id);

  it('keep an open invitation, whoever asks for resets', () => {
    let links = [link('invitation', 'invitation', { askedBy: null })];
    for (const reset of resets(40)) links = withLink(links, reset, now);
    expect(links).toHaveLength(20);
    expect(links[0]).toEqual(link('invitation', 'invitation', { askedBy: null }));
    expect(idsOf(links.slice(1))).toEqual(idsOf(resets(40).slice(-19)));
  });

  it('lose closed ones before open ones, the oldest first', () => {
    const closed = [
      link('used', 'reset', { usedAt: now }),
      link('replaced', 'reset', { replaced: true }),
      link('expired', 'invitation', { expiresAt: now }),
    ];
    const links = [...resets(17), ...closed];
    const afterOne = withLink(links, link('new', 'reset'), now);
    expect(idsOf(afterOne)).toEqual(idsOf([...resets(17), ...closed.slice(1), { id: 'new' }]));
    let after = afterOne;
    for (const id of ['b', 'c', 'd']) after = withLink(after, link(id, 'reset'), now);
    expect(idsOf(after)).toEqual([...idsOf(resets(17).slice(1)), 'new', 'b', 'c', 'd']);
  });
});
