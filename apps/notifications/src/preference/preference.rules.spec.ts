import {
  changedPreferences,
  defaultPreferences,
  nextDigestAt,
  wantsDigest,
} from './preference.rules';

describe('preferences (NTF-3)', () => {
  it('change only what is given', () => {
    const first = changedPreferences(null, { kinds: { mention: { app: true, mail: 'now' } } });
    expect(first.kinds.mention).toEqual({ app: true, mail: 'now' });
    expect(first.kinds.comment).toEqual(defaultPreferences().kinds.comment);
    const second = changedPreferences(first, { digestHour: 18 });
    expect(second).toEqual({ ...first, digestHour: 18 });
    const third = changedPreferences(second, { kinds: { mention: { app: false } } });
    expect(third.kinds).toEqual({ ...second.kinds, mention: { app: false, mail: 'now' } });
  });

  it('ask for a digest as soon as one kind does', () => {
    expect(wantsDigest(defaultPreferences())).toBe(false);
    const some = changedPreferences(null, { kinds: { taskDue: { app: false, mail: 'digest' } } });
    expect(wantsDigest(some)).toBe(true);
  });
});

describe('the next digest', () => {
  it.each([
    ['later today', '2026-11-21T22:30:00Z', 'Asia/Tokyo', 8, '2026-11-21T23:00:00.000Z'],
    ['tomorrow', '2026-11-21T23:00:00Z', 'Asia/Tokyo', 8, '2026-11-22T23:00:00.000Z'],
    ['at midnight', '2026-11-21T14:59:00Z', 'Asia/Tokyo', 0, '2026-11-21T15:00:00.000Z'],
    [
      'with a half-hour offset',
      '2026-11-21T00:00:00Z',
      'Asia/Kolkata',
      8,
      '2026-11-21T02:30:00.000Z',
    ],
    // Berlin skips 2 o'clock on 29 March 2026 and has it twice on 25 October.
    ['in a skipped hour', '2026-03-29T00:00:00Z', 'Europe/Berlin', 2, '2026-03-29T01:00:00.000Z'],
    [
      'after a skipped hour',
      '2026-03-29T01:00:00Z',
      'Europe/Berlin',
      2,
      '2026-03-30T00:00:00.000Z',
    ],
    ['in a doubled hour', '2026-10-24T22:00:00Z', 'Europe/Berlin', 2, '2026-10-25T00:00:00.000Z'],
    [
      'once in a doubled hour',
      '2026-10-25T00:00:00Z',
      'Europe/Berlin',
      2,
      '2026-10-26T01:00:00.000Z',
    ],
  ])('comes %s', (_when, after, zone, hour, expected) => {
    expect(nextDigestAt(new Date(after), zone, hour).toISOString()).toBe(expected);
  });

  it('is sent once on every day of a year', () => {
    for (const zone of ['Asia/Tokyo', 'America/New_York', 'Australia/Lord_Howe']) {
      let at = new Date('2026-01-01T00:00:00Z');
      for (let day = 0; day < 365; day += 1) {
        const next = nextDigestAt(at, zone, 3);
        const hours = (next.getTime() - at.getTime()) / 3_600_000;
        if (day > 0) expect(hours).toBeGreaterThan(22);
        expect(hours).toBeLessThanOrEqual(25.5);
        at = next;
      }
    }
  });
});
