import { defineTexts } from '../../shared/intl/messages';

export const preferenceTexts = defineTexts({
  'preferences.title': { ja: 'お知らせの設定', en: 'Notification settings' },
  'preferences.back': { ja: 'お知らせに戻る', en: 'Back to notifications' },
  'preferences.lead': {
    ja: '届け方を種類ごとに選べます。変更はすぐに保存されます。',
    en: 'Choose for each kind how you are told. Changes are saved at once.',
  },
  'preferences.kind': { ja: '種類', en: 'Kind' },
  'preferences.app': { ja: 'アプリ', en: 'In the app' },
  'preferences.mail': { ja: 'メール', en: 'By mail' },
  'preferences.mail.none': { ja: '送らない', en: 'None' },
  'preferences.mail.now': { ja: 'すぐに送る', en: 'At once' },
  'preferences.mail.digest': { ja: '1日1回まとめて', en: 'Daily digest' },
  'preferences.comment': { ja: 'コメント', en: 'Comments' },
  'preferences.comment.text': {
    ja: '自分の投稿と、参加している会話への返信',
    en: 'On your posts and on threads you took part in',
  },
  'preferences.mention': { ja: 'メンション', en: 'Mentions' },
  'preferences.mention.text': { ja: 'あなたへの呼びかけ', en: 'When somebody mentions you' },
  'preferences.reaction': { ja: 'リアクション', en: 'Reactions' },
  'preferences.reaction.text': { ja: 'あなたが書いたものへの反応', en: 'To what you wrote' },
  'preferences.taskAssigned': { ja: 'タスクの担当', en: 'Assignments' },
  'preferences.taskAssigned.text': {
    ja: 'タスクの担当になったとき',
    en: 'When a task is assigned to you',
  },
  'preferences.taskUnassigned': { ja: 'タスクの担当外し', en: 'Unassignments' },
  'preferences.taskUnassigned.text': {
    ja: 'タスクの担当から外れたとき',
    en: 'When a task is taken from you',
  },
  'preferences.taskStatus': { ja: 'タスクの状態', en: 'Task status' },
  'preferences.taskStatus.text': {
    ja: '自分が書いた、または担当するタスクの動き',
    en: 'Of tasks that you wrote or are assigned to',
  },
  'preferences.taskDue': { ja: 'タスクの期限', en: 'Due dates' },
  'preferences.taskDue.text': {
    ja: '担当するタスクの期限が近づいたとき',
    en: 'When a task of yours is due soon',
  },
  'preferences.digest': { ja: 'まとめメールの時刻', en: 'Time of the digest' },
  'preferences.digest.hour': { ja: '毎日 {hour}:00', en: 'Daily at {hour}:00' },
  'preferences.digest.text': {
    ja: 'スペースの時刻({zone})で送ります。未読のお知らせがない日は送りません。',
    en: 'In the time of the space ({zone}). Nothing is sent on days without unread ones.',
  },
  'preferences.locale': { ja: 'メールの言語', en: 'Language of the mails' },
  'preferences.to': { ja: 'メールの宛先は {email} です。', en: 'Mails go to {email}.' },
  'preferences.saved': { ja: '保存しました。', en: 'Saved.' },
  'preferences.browser': { ja: 'このブラウザー', en: 'This browser' },
  'preferences.browser.text': {
    ja: 'ほかの画面を見ているあいだも、デスクトップに届きます。',
    en: 'They show on the desktop while you look at something else.',
  },
  'preferences.browser.start': { ja: 'デスクトップにも知らせる', en: 'Show on the desktop too' },
  'preferences.browser.stop': { ja: 'デスクトップに知らせない', en: 'Stop showing them' },
  'preferences.browser.on': {
    ja: 'このブラウザーではデスクトップに届きます。',
    en: 'They show on the desktop of this browser.',
  },
  'preferences.browser.denied': {
    ja: 'ブラウザーの設定で通知が止められています。アドレス欄の横にあるサイトの設定から許可してください。',
    en: 'This browser blocks notifications. Allow them in the site settings beside the address.',
  },
});
