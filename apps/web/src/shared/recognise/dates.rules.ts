import { addDays } from '@engawa/contracts';
import type { IntlShape } from 'react-intl';
import { dayOf, dueAtDay } from '../directory/due.rules';
import { dayHeading } from '../intl/dates';

/** A day found in a text. */
export interface FoundDay {
  /** Position in the text. */
  at: number;
  /** The matched words, such as 来週水曜. */
  phrase: string;
  /** As 2026-11-25. */
  day: string;
  /** As 15:30, if the text has a time. */
  time?: string;
}

const weekdays = '月火水木金土日';
const englishWeekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const englishMonths = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Monday is 0, as in 今週 and 来週. */
const weekdayOf = (day: string) => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
const two = (value: number) => String(value).padStart(2, '0');

/** The day, if it exists. */
function calendarDay(year: number, month: number, date: number): string | null {
  const day = `${year}-${two(month)}-${two(date)}`;
  const real = new Date(`${day}T12:00:00Z`);
  return !Number.isNaN(real.getTime()) && real.toISOString().startsWith(day) ? day : null;
}

function lastDayOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0, 12)).toISOString().slice(0, 10);
}

/** A month relative to that of `today`. */
function monthFrom(today: string, months: number): [year: number, month: number] {
  const at = new Date(`${today.slice(0, 7)}-15T12:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return [at.getUTCFullYear(), at.getUTCMonth() + 1];
}

/** The next such day of a month that is not over. */
function nextDate(today: string, date: number): string | null {
  for (let ahead = 0; ahead <= 2; ahead += 1) {
    const day = calendarDay(...monthFrom(today, ahead), date);
    if (day && day >= today) return day;
  }
  return null;
}

function nextMonthAndDate(today: string, month: number, date: number): string | null {
  const year = Number(today.slice(0, 4));
  for (const candidate of [year, year + 1]) {
    const day = calendarDay(candidate, month, date);
    if (day && day >= today) return day;
  }
  return null;
}

/** The weekday of this week or a following one. */
const inWeek = (today: string, weeks: number, weekday: number) =>
  addDays(today, weeks * 7 + weekday - weekdayOf(today));

/** The next such weekday after today. */
const nextWeekday = (today: string, weekday: number) =>
  addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);

type Rule = [RegExp, (today: string, ...groups: (string | undefined)[]) => string | null];

const weeksAhead: Record<string, number> = { 今週: 0, 来週: 1, 再来週: 2 };
const weekday = '([月火水木金土日])(?:曜日?|よう日?)';
const friday = 4;
/** The first number of a range or choice such as 2〜3日; arabic() leaves this one in kanji. */
const numberBefore = '[\\d一二三四五六七八九十](?:\\s*[、,，・〜～~\\-－–—ー]\\s*|から)';

/** Longer words before words that they contain. */
const rules: Rule[] = [
  [
    /(?<!\d)(\d{4})[年/-](\d{1,2})[月/-](\d{1,2})日?(?!\d)/g,
    (_, y, m, d) => calendarDay(Number(y), Number(m), Number(d)),
  ],
  [
    /(?<!\d)(\d{1,2})月(\d{1,2})日(?!間)/g,
    (today, m, d) => nextMonthAndDate(today, Number(m), Number(d)),
  ],
  [
    /(?<![\d/.])(\d{1,2})\/(\d{1,2})(?![\d/.])/g,
    (today, m, d) => nextMonthAndDate(today, Number(m), Number(d)),
  ],
  [
    /(再来週|来週|今週)の?([月火水木金土日])(?:曜日?|(?=[、。まに\s]|$))/g,
    (today, week, name) => inWeek(today, weeksAhead[week ?? ''] ?? 0, weekdays.indexOf(name ?? '')),
  ],
  [/(再来週|来週|今週)中/g, (today, week) => inWeek(today, weeksAhead[week ?? ''] ?? 0, friday)],
  [
    /(来月|今月)の?(\d{1,2})日/g,
    (today, month, d) => calendarDay(...monthFrom(today, month === '来月' ? 1 : 0), Number(d)),
  ],
  [
    /(来月|今月)?末日?(?=[、。まに\s]|$)|(来月)?月末/g,
    (today, month, other) => lastDayOf(...monthFrom(today, month === '来月' || other ? 1 : 0)),
  ],
  [/年末/g, (today) => `${today.slice(0, 4)}-12-31`],
  [/しあさって|明々後日/g, (today) => addDays(today, 3)],
  [/明後日|あさって/g, (today) => addDays(today, 2)],
  [/明日|あした|(?<![あ-ん])あす/g, (today) => addDays(today, 1)],
  [/今日|本日|(?<![あ-ん])きょう/g, (today) => today],
  [
    new RegExp(`(?:今度の|次の)?${weekday}`, 'g'),
    (today, name) => nextWeekday(today, weekdays.indexOf(name ?? '')),
  ],
  [/(?<![\d数何])(\d{1,3})日後/g, (today, days) => addDays(today, Number(days))],
  [/(?<![\d数何])(\d{1,2})週間?後/g, (today, weeks) => addDays(today, 7 * Number(weeks))],
  [
    // Neither 2、3日 (two or three days) nor 数10日, nor 1日中 (all day), but 10日中に (within the tenth).
    new RegExp(`(?<![\\d月数何]|${numberBefore})(\\d{1,2})日(?![間前目後]|中(?!に))`, 'g'),
    (today, d) => nextDate(today, Number(d)),
  ],
  [/\bthe day after tomorrow\b/gi, (today) => addDays(today, 2)],
  [/\btomorrow\b/gi, (today) => addDays(today, 1)],
  [/\btoday\b/gi, (today) => today],
  [/\bin (\d{1,3}) days?\b/gi, (today, days) => addDays(today, Number(days))],
  [/\bend of (?:the )?month\b/gi, (today) => lastDayOf(...monthFrom(today, 0))],
  [
    /\bnext (mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b/gi,
    (today, name) =>
      inWeek(today, 1, englishWeekdays.indexOf((name ?? '').slice(0, 3).toLowerCase())),
  ],
  [
    /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b/gi,
    (today, name) =>
      nextWeekday(today, englishWeekdays.indexOf((name ?? '').slice(0, 3).toLowerCase())),
  ],
  [
    /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})(?:st|nd|rd|th)?\b/gi,
    (today, name, d) =>
      nextMonthAndDate(today, englishMonths.indexOf((name ?? '').toLowerCase()) + 1, Number(d)),
  ],
];

const partsOfDay: Record<string, string> = { 朝: '09:00', 昼: '12:00', 夕方: '17:00', 夜: '19:00' };
const timePattern =
  /^[のに]?\s*(?:(午前|午後)?(\d{1,2})時(半|(\d{1,2})分)?|(\d{1,2}):(\d{2})|(朝|昼|夕方|夜))/;

/** The time after a day: 15時, 15時半, 午後3時, 15:30, 夕方. */
function timeAfter(rest: string): { phrase: string; time: string } | null {
  const found = timePattern.exec(rest);
  if (!found) return null;
  const [phrase, half, hour, more, minutes, h, m, part] = found;
  if (part) return { phrase, time: partsOfDay[part] ?? '18:00' };
  const hours = Number(hour ?? h) + (half === '午後' && Number(hour) < 12 ? 12 : 0);
  const rests = m ? Number(m) : more === '半' ? 30 : Number(minutes ?? 0);
  if (hours > 23 || rests > 59) return null;
  return { phrase, time: `${two(hours)}:${two(rests)}` };
}

const numerals = '〇一二三四五六七八九';
/** A number up to 39 before 日, 月 or 時 (not the 三 of 第三日曜, the 十 of 十日町), or else one letter. */
const numberOrLetter =
  /(?<![〇一二三四五六七八九十百千数何])([二三]?十[一二三四五六七八九]?|[一二三四五六七八九])(?=[日月時])(?!日[曜市町])|[^]/g;

function figuresOf(number: string): string {
  if (!number.includes('十')) return String(numerals.indexOf(number));
  const [tens, ones] = number.split('十');
  return String(10 * (tens ? numerals.indexOf(tens) : 1) + (ones ? numerals.indexOf(ones) : 0));
}

/** 二十五日 becomes 25日; `origins` are the positions of its letters and its end in the text. */
function arabic(text: string): { plain: string; origins: readonly number[] } {
  const narrow = text.replace(/[０-９／：]/g, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  );
  const origins: number[] = [];
  let plain = '';
  for (const { 0: letter, 1: number, index } of narrow.matchAll(numberOrLetter)) {
    plain += number ? figuresOf(number) : letter;
    while (origins.length < plain.length) origins.push(index);
  }
  return { plain, origins: [...origins, text.length] };
}

/** All days in a text, in order; `today` is the day in the space's time zone. */
export function findDays(text: string, today: string): FoundDay[] {
  const { plain, origins } = arabic(text);
  const found: FoundDay[] = [];
  const taken = (at: number, end: number) =>
    found.some((entry) => at < entry.at + entry.phrase.length && entry.at < end);
  for (const [pattern, read] of rules) {
    for (const match of plain.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const at = origins[match.index]!;
      if (match[0] === '' || taken(at, origins[end]!)) continue;
      const day = read(today, ...match.slice(1));
      if (!day) continue;
      const time = timeAfter(plain.slice(end));
      const phrase = text.slice(at, origins[end + (time?.phrase.length ?? 0)]);
      found.push({ at, phrase, day, ...(time ? { time: time.time } : {}) });
    }
  }
  return found.toSorted((a, b) => a.at - b.at);
}

/** The first day in a text as a due date in the space's time zone, and its display text. */
export function readDay(
  intl: IntlShape,
  text: string,
  now: number,
): { dueAt: string; text: string; phrase: string } | null {
  const [first] = findDays(text, dayOf(intl, now));
  const dueAt = first && dueAtDay(intl, first.day, first.time);
  return dueAt ? { dueAt, text: dayHeading(intl, dueAt, now), phrase: first.phrase } : null;
}
