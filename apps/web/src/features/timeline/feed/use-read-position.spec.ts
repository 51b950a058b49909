import { openWindow } from './feed-window';
import { postOf } from '../post/post.sample';
import { lineBefore } from './use-read-position';

const day = (n: number) => new Date(Date.UTC(2026, 10, n)).toISOString();
const nth = (n: number, changes = {}) =>
  postOf({ id: `p${n}`, talkedAt: day(n), createdAt: day(n), ownerId: 'other', ...changes });
const window = (items = [nth(5), nth(4), nth(3), nth(2)]) =>
  openWindow({ items, nextCursor: null, previousCursor: null });

describe('the line of what is new', () => {
  it('stands in front of the first post that was there before', () => {
    expect(lineBefore(window(), day(3), 'me')).toBe('p3');
  });

  it('does not stand where nothing or everything is new', () => {
    expect(lineBefore(window(), day(5), 'me')).toBeNull();
    expect(lineBefore(window(), day(1), 'me')).toBeNull();
  });

  it('takes no notice of one’s own posts', () => {
    const items = [nth(5, { ownerId: 'me' }), nth(4), nth(3)];
    expect(lineBefore(window(items), day(4), 'me')).toBeNull();
  });

  it('keeps a late record of an old talk above it', () => {
    const items = [nth(5), nth(4), nth(3, { createdAt: day(9) }), nth(2)];
    expect(lineBefore(window(items), day(6), 'me')).toBe('p2');
  });
});
