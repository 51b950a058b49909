import { createIntl } from 'react-intl';
import { duePresets, dueWords, isOverdue, remindAt } from './due.rules';

// Texts come with the messages, not with the intl object.
const onError = () => undefined;
const ja = createIntl({ locale: 'ja', timeZone: 'Asia/Tokyo', onError });
const en = createIntl({ locale: 'en', timeZone: 'Asia/Tokyo', onError });
/** 2026-11-21 10:00 in Tokyo. */
const now = Date.parse('2026-11-21T01:00:00.000Z');

describe('due dates', () => {
  it('are overdue once they have passed, and only while there is something to do', () => {
    const dueAt = '2026-11-21T00:59:00.000Z';
    expect(isOverdue({ status: 'waiting', dueAt }, now)).toBe(true);
    expect(isOverdue({ status: 'inProgress', dueAt }, now)).toBe(true);
    expect(isOverdue({ status: 'done', dueAt }, now)).toBe(false);
    expect(isOverdue({ status: 'skipped', dueAt }, now)).toBe(false);
    expect(isOverdue({ status: 'waiting', dueAt: '2026-11-21T01:00:00.000Z' }, now)).toBe(false);
    expect(isOverdue({ status: 'waiting', dueAt: null }, now)).toBe(false);
  });

  it("say the day in the space's time zone", () => {
    expect(dueWords(ja, '2026-11-21T09:00:00.000Z', now)).toBe('今日 18:00');
    // Still the 21st in London, the 22nd in Tokyo.
    expect(dueWords(ja, '2026-11-21T15:30:00.000Z', now)).toBe('明日 0:30');
    expect(dueWords(ja, '2026-11-20T09:00:00.000Z', now)).toBe('昨日 18:00');
    expect(dueWords(ja, '2026-11-28T09:00:00.000Z', now)).toBe('11月28日 18:00');
    expect(dueWords(ja, '2027-01-05T09:00:00.000Z', now)).toBe('2027年1月5日 18:00');
    expect(dueWords(en, '2026-11-22T09:00:00.000Z', now)).toMatch(/^Tomorrow 6:00\sPM$/);
  });

  it('are offered for days whose evening is still to come', () => {
    expect(duePresets(ja, now)).toEqual([
      { name: 'today', dueAt: '2026-11-21T09:00:00.000Z' },
      { name: 'tomorrow', dueAt: '2026-11-22T09:00:00.000Z' },
      { name: 'week', dueAt: '2026-11-28T09:00:00.000Z' },
    ]);
    const evening = Date.parse('2026-11-21T10:00:00.000Z');
    expect(duePresets(ja, evening).map(({ name }) => name)).toEqual(['tomorrow', 'week']);
  });

  it('count calendar days where the clocks are changed', () => {
    const berlin = createIntl({ locale: 'en', timeZone: 'Europe/Berlin' });
    const saturday = Date.parse('2026-10-24T10:00:00.000Z');
    expect(duePresets(berlin, saturday)[1]).toEqual({
      name: 'tomorrow',
      dueAt: '2026-10-25T17:00:00.000Z',
    });
  });

  it('remind ahead, at the due date where that has passed already, and not of the past', () => {
    const dueAt = '2026-11-21T09:00:00.000Z';
    expect(remindAt(dueAt, 60, now)).toBe(Date.parse('2026-11-21T08:00:00.000Z'));
    expect(remindAt(dueAt, 1_440, now)).toBe(Date.parse(dueAt));
    expect(remindAt('2026-11-20T09:00:00.000Z', 60, now)).toBeNull();
    expect(remindAt(dueAt, null, now)).toBeNull();
    expect(remindAt(null, 60, now)).toBeNull();
  });
});
