import { defineTexts } from '../../shared/intl/messages';

export const memberDayTexts = defineTexts({
  'memberDay.title': { ja: 'もうすぐの節目', en: 'Coming up' },
  'memberDay.birthday.today': { ja: '今日が誕生日です', en: 'Birthday today' },
  'memberDay.birthday': { ja: '{day}が誕生日です', en: 'Birthday on {day}' },
  'memberDay.contractEnd.today': { ja: '今日で契約が終わります', en: 'Contract ends today' },
  'memberDay.contractEnd': { ja: '{day}に契約が終わります', en: 'Contract ends on {day}' },
  'memberDay.anniversary.today': {
    ja: '今日で入会から{years}年です',
    en: '{years, plural, one {Member for # year today} other {Member for # years today}}',
  },
  'memberDay.anniversary': {
    ja: '{day}で入会から{years}年です',
    en: '{years, plural, one {Member for # year on {day}} other {Member for # years on {day}}}',
  },
  'memberDay.task': { ja: 'タスクにする', en: 'Make a task' },
  'memberDay.task.birthday': { ja: '{name}さんの誕生日（{day}）', en: '{name}: birthday, {day}' },
  'memberDay.task.contractEnd': {
    ja: '{name}さんの契約終了（{day}）',
    en: '{name}: end of contract, {day}',
  },
  'memberDay.task.anniversary': {
    ja: '{name}さんの入会{years}年（{day}）',
    en: '{name}: {years, plural, one {# year} other {# years}} as a member, {day}',
  },
  'memberDay.task.made': { ja: 'タスクを作りました。', en: 'Task made.' },
  'memberDay.task.open': { ja: 'タスクを見る', en: 'See the task' },
  'memberDay.all': { ja: 'ほか{count}件も表示', en: 'Show {count} more' },
  'memberDay.cut': {
    ja: 'ほか{count}件は、会員の一覧で確認できます。',
    en: '{count} more are in the list of members.',
  },
});
