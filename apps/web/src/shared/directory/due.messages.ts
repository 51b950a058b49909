import { defineTexts } from '../intl/messages';

/** Words of due dates, wherever a task shows. */
export const dueTexts = defineTexts({
  'due.label': { ja: '期限', en: 'Due' },
  'due.none': { ja: '期限なし', en: 'No due date' },
  'due.overdue': { ja: '期限切れ', en: 'Overdue' },
  'due.today': { ja: '今日 {time}', en: 'Today {time}' },
  'due.tomorrow': { ja: '明日 {time}', en: 'Tomorrow {time}' },
  'due.yesterday': { ja: '昨日 {time}', en: 'Yesterday {time}' },
  'due.task': { ja: 'タスクの詳細を開く', en: 'Open the task' },
  'due.change': { ja: '期限: {due}。変更する', en: 'Due: {due}. Change' },
});
