import type { SpaceSummary } from '@engawa/contracts';
import { findSpaces, isSpaceId, looksLikeEmail } from './god.rules';

const space = (id: string, displayName: string, email: string): SpaceSummary => ({
  id,
  displayName,
  timeZone: 'Asia/Tokyo',
  createdAt: '2026-11-01T00:00:00.000Z',
  staffCount: 1,
  primaryAdmin: { id: `${id}-admin`, email, displayName: '相沢 遥' },
  lastSignInAt: null,
});
const spaces = [
  space('engawa-sendai', '縁側ハウス 仙台', 'admin@engawa.example'),
  space('kadonoie', 'かどのいえ', 'kei@other.example'),
];

describe('findSpaces', () => {
  it('finds by id, name and administrator', () => {
    expect(findSpaces(spaces, 'SENDAI').map(({ id }) => id)).toEqual(['engawa-sendai']);
    expect(findSpaces(spaces, 'かどの').map(({ id }) => id)).toEqual(['kadonoie']);
    expect(findSpaces(spaces, 'ＫＥＩ@').map(({ id }) => id)).toEqual(['kadonoie']);
  });

  it('wants every word', () => {
    expect(findSpaces(spaces, '相沢 仙台')).toHaveLength(1);
    expect(findSpaces(spaces, '相沢')).toHaveLength(2);
    expect(findSpaces(spaces, '仙台 kei')).toHaveLength(0);
  });

  it('shows all where nothing is asked', () => {
    expect(findSpaces(spaces, '  ')).toHaveLength(2);
  });
});

describe('isSpaceId', () => {
  it.each(['ab', 'engawa-sendai', '2nd-house', 'a'.repeat(40)])('takes %s', (id) => {
    expect(isSpaceId(id)).toBe(true);
  });
  it.each(['', 'a', '-ab', 'ab-', 'Ab', 'a_b', '仙台', 'a'.repeat(41)])('refuses %s', (id) => {
    expect(isSpaceId(id)).toBe(false);
  });
});

describe('looksLikeEmail', () => {
  it('wants a name, an at sign and a domain', () => {
    expect(looksLikeEmail(' a@b.example ')).toBe(true);
    expect(looksLikeEmail('a@b')).toBe(false);
    expect(looksLikeEmail('a b@c.example')).toBe(false);
  });
});
