import { createFeed } from './feed.fixture';
import { postOf } from '../post/post.fixture';
import { lineBefore, throttledWrite } from './use-read-position';

const day = (n: number) => new Date(Date.UTC(2026, 10, n)).toISOString();
const nth = (n: number, changes = {}) =>
  postOf({ id: `p${n}`, talkedAt: day(n), createdAt: day(n), ownerId: 'other', ...changes });
const window = (items = [nth(5), nth(4), nth(3), nth(2)]) =>
  createFeed({ kind: 'all' }, { items, nextCursor: null, previousCursor: null }).window();

describe('the line above posts that were seen before', () => {
  it('is shown before the first post that was there before', () => {
    expect(lineBefore(window(), day(3), 'me')).toBe('p3');
  });

  it('is not shown where nothing or everything is new', () => {
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

describe('the read position', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is written at once, then at most every 30 seconds, the same one never again', () => {
    const written: string[] = [];
    const position = throttledWrite((value) => written.push(value));
    position.set('1');
    position.set('1');
    for (const value of ['2', '3', '4']) {
      jest.advanceTimersByTime(3_000);
      position.set(value);
    }
    expect(written).toEqual(['1']);
    jest.advanceTimersByTime(21_000);
    expect(written).toEqual(['1', '4']);
    jest.advanceTimersByTime(60_000);
    position.set('4');
    expect(written).toEqual(['1', '4']);
    position.set('5');
    expect(written).toEqual(['1', '4', '5']);
  });

  it('is written when the page is left', () => {
    const written: string[] = [];
    const position = throttledWrite((value) => written.push(value));
    position.set('1');
    position.set('2');
    position.flush();
    position.flush();
    expect(written).toEqual(['1', '2']);
  });
});
