import { LiveLog, type LiveEntry } from './live-log';

const entry = (n: number, at = n * 10_000): LiveEntry => ({
  id: `e${n}`,
  staffId: null,
  message: {
    name: 'timeline.post.created',
    at: '',
    actor: null,
    aggregate: { type: 'post', id: String(n) },
    version: 1,
    postId: null,
    commentId: null,
  },
  at,
});
const ids = (entries: readonly LiveEntry[] | null) => entries?.map(({ id }) => id) ?? null;

describe('LiveLog', () => {
  it('returns the messages after a given one', () => {
    const log = new LiveLog();
    for (const n of [1, 2, 3]) log.add(entry(n));
    expect(ids(log.after('e1'))).toEqual(['e2', 'e3']);
    expect(ids(log.after('e3'))).toEqual([]);
    expect(log.after('never')).toBeNull();
  });

  it('repeats what arrived shortly before: another replica may have had another order', () => {
    const log = new LiveLog();
    for (const n of [1, 2, 3, 4]) log.add(entry(n, n * 1_000));
    expect(ids(log.after('e4'))).toEqual(['e1', 'e2', 'e3']);
    log.add(entry(9, 60_000));
    expect(ids(log.after('e9'))).toEqual([]);
  });

  it('returns the messages since a time, unless some were evicted', () => {
    const log = new LiveLog();
    for (let n = 1; n <= 1_000; n += 1) log.add(entry(n, n));
    expect(log.since(0)).toHaveLength(1_000);
    expect(ids(log.since(999))).toEqual(['e999', 'e1000']);
    expect(ids(log.since(1_001))).toEqual([]);
    log.add(entry(1_001, 1_001));
    expect(log.since(3)).toHaveLength(999);
    expect(log.since(2)).toBeNull();
  });

  it('resumes from its start until a message was evicted', () => {
    const log = new LiveLog();
    expect(ids(log.after(log.beginning))).toEqual([]);
    log.add(entry(1));
    expect(ids(log.after(log.beginning))).toEqual(['e1']);
    expect(log.after(new LiveLog().beginning)).toBeNull();
    for (let n = 2; n <= 1_001; n += 1) log.add(entry(n));
    expect(log.after(log.beginning)).toBeNull();
    expect(log.after('e1')).toBeNull();
    expect(ids(log.after('e1000'))).toEqual(['e1001']);
  });
});
