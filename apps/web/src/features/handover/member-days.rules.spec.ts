import { createIntl } from 'react-intl';
import { dayWords, dueOnDay } from './member-days.rules';

const ja = createIntl({ locale: 'ja', timeZone: 'Asia/Tokyo' });
const en = createIntl({ locale: 'en', timeZone: 'Pacific/Auckland' });

it('names the day itself, whatever the time zone', () => {
  expect(dayWords(ja, '2026-11-25')).toBe('11月25日(水)');
  expect(dayWords(en, '2026-11-25')).toBe('Wednesday, November 25');
});

it('sets the due date to the usual time of the day, or to its end when that is over', () => {
  const at = (time: string) => Date.parse(`2026-11-25T${time}:00+09:00`);
  expect(dueOnDay(ja, '2026-11-25', at('09:00'))).toBe('2026-11-25T09:00:00.000Z');
  expect(dueOnDay(ja, '2026-11-25', at('18:30'))).toBe('2026-11-25T14:59:00.000Z');
});
