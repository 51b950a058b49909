import { createIntl } from 'react-intl';
import { findDays, readDay } from './dates.rules';

/** A Saturday. */
const today = '2026-11-21';
const days = (text: string) =>
  findDays(text, today).map(({ phrase, day, time }) => [phrase, day, time]);

describe('days in a text', () => {
  it.each([
    ['今日', '2026-11-21'],
    ['本日', '2026-11-21'],
    ['明日', '2026-11-22'],
    ['あした', '2026-11-22'],
    ['明後日', '2026-11-23'],
    ['あさって', '2026-11-23'],
    ['しあさって', '2026-11-24'],
    ['水曜', '2026-11-25'],
    ['水曜日', '2026-11-25'],
    ['土曜', '2026-11-28'],
    ['今度の月曜日', '2026-11-23'],
    ['今週金曜', '2026-11-20'],
    ['来週水曜', '2026-11-25'],
    ['来週の水曜日', '2026-11-25'],
    ['再来週の火曜', '2026-12-01'],
    ['来週中', '2026-11-27'],
    ['25日', '2026-11-25'],
    ['２５日', '2026-11-25'],
    ['二十五日', '2026-11-25'],
    ['十日', '2026-12-10'],
    ['十五日', '2026-12-15'],
    ['三十日', '2026-11-30'],
    ['十月三日', '2027-10-03'],
    ['十月十日', '2027-10-10'],
    ['十二月二十五日', '2026-12-25'],
    ['来月十日', '2026-12-10'],
    ['十日後', '2026-12-01'],
    ['5日', '2026-12-05'],
    ['31日', '2026-12-31'],
    ['来月5日', '2026-12-05'],
    ['11/25', '2026-11-25'],
    ['１１／２５', '2026-11-25'],
    ['1/8', '2027-01-08'],
    ['11月25日', '2026-11-25'],
    ['2027年3月1日', '2027-03-01'],
    ['月末', '2026-11-30'],
    ['今月末', '2026-11-30'],
    ['来月末', '2026-12-31'],
    ['3日後', '2026-11-24'],
    ['2週間後', '2026-12-05'],
    ['tomorrow', '2026-11-22'],
    ['next Wednesday', '2026-11-25'],
    ['November 25', '2026-11-25'],
    ['end of the month', '2026-11-30'],
  ])('reads %s', (phrase, day) => {
    expect(days(phrase)).toEqual([[phrase, day, undefined]]);
    expect(days(`水野さん、${phrase}までに。`).map((entry) => entry[1])).toEqual([day]);
  });

  it.each([
    '3日間',
    '十日間',
    '十日町',
    '二三日',
    '五十日',
    '百十日',
    '2日前',
    '1日目',
    '13/45',
    '2月30日',
    '1/2/3',
    '月額',
    '昨日',
  ])('reads no day in %s', (text) => {
    expect(days(text)).toEqual([]);
  });

  it('reads the time that follows', () => {
    expect(days('明日15時半に')).toEqual([['明日15時半', '2026-11-22', '15:30']]);
    expect(days('25日の午後3時')).toEqual([['25日の午後3時', '2026-11-25', '15:00']]);
    expect(days('来週水曜 10:30')).toEqual([['来週水曜 10:30', '2026-11-25', '10:30']]);
    expect(days('明日十時に')).toEqual([['明日十時', '2026-11-22', '10:00']]);
    expect(days('十日の二十三時まで')).toEqual([['十日の二十三時', '2026-12-10', '23:00']]);
    expect(days('明日の夕方')).toEqual([['明日の夕方', '2026-11-22', '17:00']]);
  });

  it('returns the position of each of several', () => {
    expect(findDays('今日会い、水曜にまた', today).map(({ at, day }) => [at, day])).toEqual([
      [0, '2026-11-21'],
      [5, '2026-11-25'],
    ]);
    expect(findDays('🎉十月三日、十日と水曜', today).map(({ at, phrase }) => [at, phrase])).toEqual(
      [
        [2, '十月三日'],
        [7, '十日'],
        [10, '水曜'],
      ],
    );
  });

  it("makes a due date at six in the evening of the space's day", () => {
    const intl = createIntl({ locale: 'ja', timeZone: 'Asia/Tokyo' });
    // Past midnight in Tokyo, still the 20th in London.
    const now = Date.parse('2026-11-20T15:30:00Z');
    expect(readDay(intl, '明日', now)?.dueAt).toBe('2026-11-22T09:00:00.000Z');
    expect(readDay(intl, '来週水曜まで', now)?.text).toBe('11月25日(水)');
    expect(readDay(intl, 'あとで', now)).toBeNull();
  });
});
