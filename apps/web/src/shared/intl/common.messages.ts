import { defineTexts } from './messages';

/** Words that every feature may use. */
export const commonTexts = defineTexts({
  'common.save': { ja: '保存する', en: 'Save' },
  'common.cancel': { ja: 'キャンセル', en: 'Cancel' },
  'common.close': { ja: '閉じる', en: 'Close' },
  'common.delete': { ja: '削除する', en: 'Delete' },
  'common.edit': { ja: '編集する', en: 'Edit' },
  'common.add': { ja: '追加する', en: 'Add' },
  'common.undo': { ja: '元に戻す', en: 'Undo' },
  'common.retry': { ja: 'もう一度試す', en: 'Try again' },
  'common.back': { ja: '戻る', en: 'Back' },
  'common.more': { ja: 'その他の操作', en: 'More actions' },
  'common.loading': { ja: '読み込んでいます', en: 'Loading' },
  'common.search': { ja: '検索', en: 'Search' },
  'common.chosen': { ja: '選択中', en: 'Chosen' },
  'common.none': { ja: 'なし', en: 'None' },
  'common.resigned': { ja: '退会済み', en: 'Resigned' },
  'common.edited': { ja: '編集済み', en: 'edited' },
  'common.retype': {
    ja: '確認のため「{word}」と入力してください。',
    en: 'Type “{word}” to confirm.',
  },
  'common.integration': { ja: '連携', en: 'Integration' },
  'common.deactivated': { ja: '停止中', en: 'Deactivated' },
  'common.rank.gold': { ja: '今月の1位', en: 'First of the month' },
  'common.rank.silver': { ja: '今月の2位', en: 'Second of the month' },
  'common.rank.bronze': { ja: '今月の3位', en: 'Third of the month' },
  'common.label.businessIssue': { ja: '事業の課題', en: 'Business issue' },
  'common.label.operationalIssue': { ja: '運営の課題', en: 'Operational issue' },
  'common.status.waiting': { ja: '未対応', en: 'Waiting' },
  'common.status.inProgress': { ja: '対応中', en: 'In progress' },
  'common.status.done': { ja: '完了', en: 'Done' },
  'common.status.skipped': { ja: '見送り', en: 'Skipped' },
  'common.problem.network': {
    ja: 'サーバーにつながりません。接続を確かめて、もう一度お試しください。',
    en: 'The server cannot be reached. Check the connection and try again.',
  },
  'common.problem.unknown': {
    ja: '処理できませんでした。しばらくしてから、もう一度お試しください。',
    en: 'That did not work. Please try again in a moment.',
  },
  'common.problem.session': {
    ja: 'ログインの有効期限が切れました。もう一度ログインしてください。',
    en: 'Your session has ended. Please sign in again.',
  },
  'common.problem.code': { ja: '問い合わせ番号 {id}', en: 'Request {id}' },
});
