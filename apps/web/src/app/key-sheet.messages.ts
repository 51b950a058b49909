import { defineTexts } from '../shared/intl/messages';

/** Texts of the sheet of keys. */
export const keyTexts = defineTexts({
  'keys.title': { ja: 'キーの一覧', en: 'Keyboard shortcuts' },
  'keys.in.everywhere': { ja: 'どの画面でも', en: 'Everywhere' },
  'keys.in.timeline': { ja: 'タイムライン', en: 'Timeline' },
  'keys.in.today': { ja: '今日', en: 'Today' },
  'keys.palette': { ja: '探して移動する', en: 'Find and go' },
  'keys.search': { ja: '検索を開く', en: 'Open search' },
  'keys.sheet': { ja: 'この一覧を開く', en: 'Show these shortcuts' },
  'keys.close': { ja: '閉じる', en: 'Close' },
  'keys.write': { ja: '投稿を書く', en: 'Write a post' },
  'keys.move': { ja: '次へ・前へ移動する', en: 'Move down and up' },
  'keys.comment': { ja: 'コメントを書く', en: 'Comment' },
  'keys.react': { ja: 'リアクションする', en: 'React' },
  'keys.task': { ja: 'タスクにする・解除する', en: 'Make it a task, or undo that' },
  'keys.edit': { ja: '編集する', en: 'Edit' },
  'keys.send': { ja: '投稿・コメントを送る', en: 'Send a post or comment' },
  'keys.open': { ja: '開く', en: 'Open' },
  'keys.done': { ja: '完了・確認する', en: 'Finish or confirm' },
});
