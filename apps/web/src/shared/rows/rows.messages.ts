import { defineTexts } from '../intl/messages';

/** Texts of row commands. */
export const rowTexts = defineTexts({
  'rows.selected': { ja: '{count}件を選択中', en: '{count} selected' },
  'rows.clear': { ja: '選択をやめる', en: 'Clear the selection' },
  'rows.done': {
    ja: '{count}件を変更しました',
    en: 'Changed {count, plural, one {# item} other {# items}}',
  },
  'rows.refused': {
    ja: '{count}件は変更できませんでした',
    en: '{count, plural, one {# item was} other {# items were}} not changed',
  },
  'rows.refused.more': { ja: 'ほか{count}件', en: 'and {count} more' },
  'rows.status': { ja: '状態を変える', en: 'Change the status' },
  'rows.assign': { ja: '担当者を変える', en: 'Change the assignee' },
  'rows.due': { ja: '期限を変える', en: 'Change the due date' },
  'rows.label': { ja: 'ラベルを付け外しする', en: 'Add or remove a label' },
  'rows.react': { ja: 'リアクションする', en: 'React' },
  'rows.comment': { ja: 'コメントを書く', en: 'Comment' },
  'rows.write': { ja: 'この会員について投稿する', en: 'Write a post about the member' },
  'rows.finish': { ja: 'タスクを完了にする', en: 'Finish the task' },
  'rows.mustRead': { ja: '必読にする・確認する', en: 'Make it a must-read, or confirm it' },
  'rows.task': { ja: 'タスクにする・解除する', en: 'Make it a task, or undo' },
  'rows.follow': { ja: 'フォローする・やめる', en: 'Follow, or stop following' },
  'rows.edit': { ja: '編集する', en: 'Edit' },
  'rows.tomorrow': { ja: '期限を明日にする', en: 'Move to tomorrow' },
  'rows.read': { ja: '既読にする', en: 'Mark as read' },
  'rows.unread': { ja: '未読に戻す', en: 'Mark as unread' },
  'rows.nobody': { ja: '担当者なし', en: 'No assignee' },
  'rows.noDue': { ja: '期限なし', en: 'No due date' },
});
