import { defineTexts } from '../intl/messages';

export const dueFormTexts = defineTexts({
  'due.form': { ja: '期限を決める', en: 'Set the due date' },
  'due.form.at': { ja: '日時', en: 'Date and time' },
  'due.form.today': { ja: '今日', en: 'Today' },
  'due.form.tomorrow': { ja: '明日', en: 'Tomorrow' },
  'due.form.week': { ja: '1週間後', en: 'In a week' },
  'due.form.set': { ja: '決定する', en: 'Set' },
  'due.form.clear': { ja: '期限をなくす', en: 'Clear' },
});
