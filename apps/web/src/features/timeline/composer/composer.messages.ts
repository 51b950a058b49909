import { defineTexts } from '../../../shared/intl/messages';

/** Texts of what the composer recognises and of writing several talks. */
export const composerTexts = defineTexts({
  'composer.hints': { ja: '本文から見つけたもの', en: 'Found in the text' },
  'composer.hints.away': { ja: '候補を閉じる', en: 'Dismiss' },
  'composer.task': { ja: 'タスク: {name} {due}', en: 'Task: {name}, {due}' },
  'composer.task.nobody': { ja: '担当者なし', en: 'no assignee' },
  'composer.register': { ja: '「{name}」を会員に登録する', en: 'Add “{name}” as a member' },
  'composer.registered': { ja: '「{name}」を会員に登録しました', en: 'Added “{name}” as a member' },
  'composer.dictate': { ja: '音声で入力する', en: 'Dictate' },
  'composer.dictate.stop': { ja: '音声入力を終える', en: 'Stop dictating' },
  'composer.dictate.failed': {
    ja: '音声を認識できませんでした。',
    en: 'Your voice could not be recognised.',
  },
  'composer.time.justNow': { ja: 'さっき', en: 'Just before' },
  'composer.time.morning': { ja: '今朝', en: 'This morning' },
  'composer.time.yesterday': { ja: '昨日', en: 'Yesterday' },
});
