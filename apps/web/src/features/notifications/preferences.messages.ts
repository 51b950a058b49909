import { defineTexts } from '../../shared/intl/messages';

export const preferenceTexts = defineTexts({
  'preferences.title': { ja: 'お知らせの設定', en: 'Notification settings' },
  'preferences.back': { ja: 'お知らせに戻る', en: 'Back to notifications' },
  'preferences.lead': {
    ja: '届け方を種類ごとに選べます。変更はすぐに保存されます。',
    en: 'Choose how you are notified of each kind. Changes are saved immediately.',
  },
  'preferences.kind': { ja: '種類', en: 'Kind' },
  'preferences.app': { ja: 'アプリ', en: 'In the app' },
  'preferences.mail': { ja: 'メール', en: 'By e-mail' },
  'preferences.mail.none': { ja: '送らない', en: 'None' },
  'preferences.mail.now': { ja: 'すぐに送る', en: 'Immediately' },
  'preferences.mail.digest': { ja: '1日1回まとめて', en: 'Daily digest' },
  'preferences.comment': { ja: 'コメント', en: 'Comments' },
  'preferences.comment.text': {
    ja: '自分の投稿と、参加している会話への返信',
    en: 'On your posts and in threads you took part in',
  },
  'preferences.mention': { ja: 'メンション', en: 'Mentions' },
  'preferences.mention.text': { ja: '自分へのメンション', en: 'When someone mentions you' },
  'preferences.reaction': { ja: 'リアクション', en: 'Reactions' },
  'preferences.reaction.text': {
    ja: '自分の投稿とコメントへのリアクション',
    en: 'To your posts and comments',
  },
  'preferences.taskAssigned': { ja: 'タスクの担当', en: 'Assignments' },
  'preferences.taskAssigned.text': {
    ja: 'タスクの担当になったとき',
    en: 'When a task is assigned to you',
  },
  'preferences.taskUnassigned': { ja: 'タスクの担当外し', en: 'Unassignments' },
  'preferences.taskUnassigned.text': {
    ja: 'タスクの担当から外れたとき',
    en: 'When you are unassigned from a task',
  },
  'preferences.taskStatus': { ja: 'タスクの状態', en: 'Task status' },
  'preferences.taskStatus.text': {
    ja: '自分が書いた、担当する、またはフォロー中のタスクの動き',
    en: 'Of tasks you wrote, are assigned to, or follow',
  },
  'preferences.mustRead': { ja: '必読', en: 'Must-reads' },
  'preferences.mustRead.text': {
    ja: '全員に確認を求める投稿',
    en: 'Posts that every staff member is asked to confirm',
  },
  'preferences.followed': { ja: 'フォロー', en: 'Following' },
  'preferences.followed.text': {
    ja: 'フォロー中の会員についての投稿と、フォロー中の投稿へのコメント',
    en: 'Posts about members you follow, and comments on posts you follow',
  },
  'preferences.taskDue': { ja: 'タスクの期限', en: 'Due dates' },
  'preferences.taskDue.text': {
    ja: '担当するタスクの期限が近づいたとき',
    en: 'When one of your tasks is due soon',
  },
  'preferences.digest': { ja: 'まとめメールの時刻', en: 'Time of the digest' },
  'preferences.digest.hour': { ja: '毎日 {hour}:00', en: 'Daily at {hour}:00' },
  'preferences.digest.text': {
    ja: 'スペースの時刻（{zone}）で送ります。未読のお知らせがない日は送りません。',
    en: 'In the time zone of the space ({zone}). Nothing is sent on days without unread notifications.',
  },
  'preferences.locale': { ja: 'メールの言語', en: 'E-mail language' },
  'preferences.to': { ja: 'メールの宛先は {email} です。', en: 'E-mails are sent to {email}.' },
  'preferences.saved': { ja: '保存しました。', en: 'Saved.' },
  'preferences.follows': { ja: 'フォローとミュート', en: 'Followed and muted' },
  'preferences.follows.empty': {
    ja: '会員のページや投稿のメニューから、フォローやミュートができます。',
    en: 'Follow members on their pages, and follow or mute posts in their menus.',
  },
  'preferences.browser': { ja: 'このブラウザー', en: 'This browser' },
  'preferences.browser.text': {
    ja: 'ほかの画面を見ているあいだも、デスクトップに届きます。',
    en: 'They appear on the desktop while you use other windows.',
  },
  'preferences.browser.start': {
    ja: 'デスクトップ通知を受け取る',
    en: 'Turn on desktop notifications',
  },
  'preferences.browser.stop': {
    ja: 'デスクトップ通知を止める',
    en: 'Turn off desktop notifications',
  },
  'preferences.browser.on': {
    ja: 'このブラウザーではデスクトップに届きます。',
    en: 'Desktop notifications are on in this browser.',
  },
  'preferences.browser.denied': {
    ja: 'ブラウザーの設定で通知が止められています。アドレス欄の横にあるサイトの設定から許可してください。',
    en: 'This browser blocks notifications. Allow them in the site settings next to the address.',
  },
});
