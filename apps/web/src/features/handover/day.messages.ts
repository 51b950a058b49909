import { defineTexts } from '../../shared/intl/messages';

/** Texts of the page of the day that also stand beside the timeline, which loads no others. */
export const dayTexts = defineTexts({
  'today.mustRead': { ja: '必読', en: 'Must-reads' },
  'today.reachOut': { ja: '今日声をかけたい人', en: 'People to talk with today' },
  'today.reachOut.quiet': {
    ja: '{days}日話していません',
    en: '{days, plural, one {No talk for # day} other {No talk for # days}}',
  },
  'today.reachOut.never': { ja: 'まだ話していません', en: 'No talk yet' },
  'today.reachOut.issues': {
    ja: '未解決の課題が{count}件あります',
    en: '{count, plural, one {# unresolved issue} other {# unresolved issues}}',
  },
  'today.reachOut.joined': { ja: '新しく登録された会員です', en: 'New member' },
  'today.reachOut.followUp': { ja: 'タスクの期限: {due}', en: 'Task due {due}' },
  'today.reachOut.both': { ja: '{first}・{second}', en: '{first}, {second}' },
  'handover.noMemo': { ja: '（本文なし）', en: '(no text)' },
});
