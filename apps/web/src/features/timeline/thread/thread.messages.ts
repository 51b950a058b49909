import { defineTexts } from '../../../shared/intl/messages';

/** Texts of an open thread. */
export const threadTexts = defineTexts({
  'timeline.comment.failed': {
    ja: 'コメントできませんでした。書いた内容は残してあります。{reason}',
    en: 'The comment was not sent; what you wrote is kept. {reason}',
  },
  'timeline.comment.edit': { ja: 'コメントを編集する', en: 'Edit the comment' },
  'timeline.comment.card': { ja: '{name}さんのコメント', en: 'Comment by {name}' },
  'timeline.comment.actions': { ja: 'コメントの操作', en: 'Comment actions' },
  'timeline.thread': { ja: 'コメント', en: 'Comments' },
  'timeline.thread.close': { ja: 'コメントを閉じる', en: 'Close the comments' },
  'timeline.thread.empty': {
    ja: 'まだコメントはありません。',
    en: 'No comments yet.',
  },
  'timeline.thread.write': { ja: 'コメントを書く', en: 'Write a comment' },
  'timeline.thread.placeholder': {
    ja: 'コメントを書く。@ でスタッフに知らせる',
    en: 'Write a comment. Use @ to mention a colleague',
  },
  'timeline.thread.send': { ja: 'コメントする', en: 'Comment' },
  'timeline.thread.gone': {
    ja: 'この投稿は見つかりませんでした。削除された可能性があります。',
    en: 'This post was not found. It may have been deleted.',
  },
  'timeline.thread.gone.action': { ja: 'タイムラインを開く', en: 'Open the timeline' },
  'timeline.issue.byComment': { ja: 'このコメントを解決にする', en: 'Solved by this comment' },
  'timeline.card.link': { ja: 'リンクをコピーする', en: 'Copy the link' },
  'timeline.pin': { ja: '固定する', en: 'Pin' },
  'timeline.unpin': { ja: '固定を外す', en: 'Unpin' },
  'timeline.mustRead.make': { ja: '必読にする', en: 'Make it a must-read' },
  'timeline.mustRead.drop': { ja: '必読を外す', en: 'Remove the must-read mark' },
  'timeline.issue.byTask': { ja: 'タスクの完了を解決にする', en: 'Solved by the finished task' },
  'timeline.issue.reopen': { ja: '未解決に戻す', en: 'Open the issue again' },
  'timeline.history.none': { ja: '前の内容はありません。', en: 'There are no earlier versions.' },
});
