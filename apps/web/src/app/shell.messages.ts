import { defineTexts } from '../shared/intl/messages';

/** Texts of the frame around all pages. */
export const shellTexts = defineTexts({
  'shell.today': { ja: '今日', en: 'Today' },
  'shell.today.count': { ja: 'わたし待ち {count}件', en: '{count} waiting for me' },
  'shell.refused': {
    ja: 'このページを開く権限がありません',
    en: 'You may not open this page',
  },
  'shell.timeline': { ja: 'タイムライン', en: 'Timeline' },
  'shell.members': { ja: '会員', en: 'Members' },
  'shell.tasks': { ja: 'タスク', en: 'Tasks' },
  'shell.staffs': { ja: 'スタッフ', en: 'Staff' },
  'shell.dashboard': { ja: 'ダッシュボード', en: 'Dashboard' },
  'shell.health': { ja: '関係', en: 'Relations' },
  'shell.notifications': { ja: 'お知らせ', en: 'Notifications' },
  'shell.drafts': { ja: '下書き', en: 'Drafts' },
  'shell.search': { ja: '検索', en: 'Search' },
  'shell.home': { ja: 'ホーム', en: 'Home' },
  'shell.setting': { ja: '設定', en: 'Settings' },
  'shell.nav': { ja: 'メインメニュー', en: 'Main menu' },
  'shell.fold': { ja: 'メニューをたたむ', en: 'Collapse the menu' },
  'shell.unfold': { ja: 'メニューを広げる', en: 'Expand the menu' },
  'shell.unread': { ja: '未読 {count}件', en: '{count} unread' },
  'shell.draftCount': {
    ja: '下書き {count}件',
    en: '{count, plural, one {# draft} other {# drafts}}',
  },
  'shell.space': { ja: 'スペースのメニュー', en: 'Space menu' },
  'shell.user': { ja: '{name}さんのメニュー', en: 'Menu of {name}' },
  'shell.skip': { ja: '本文へ移動する', en: 'Skip to content' },
  'shell.offline': {
    ja: 'オフラインです。表示中の内容はそのまま読めます。つながると自動で最新になります。',
    en: 'You are offline. You can still read what is shown; it updates when you reconnect.',
  },
  'shell.bar': { ja: '下部メニュー', en: 'Bottom menu' },
  'shell.write': { ja: '投稿を書く', en: 'Write a post' },
  'shell.crash.title': { ja: '画面を表示できませんでした', en: 'The page could not be shown' },
  'shell.crash.text': {
    ja: '書きかけの内容は保存されています。読み込み直すと続けられます。',
    en: 'What you were writing is saved. Reload to continue.',
  },
  'shell.crash.reload': { ja: '読み込み直す', en: 'Reload' },
  'shell.start.failed': {
    ja: 'サーバーに接続できませんでした',
    en: 'The server could not be reached',
  },
  'shell.aside.tasks': { ja: '自分のタスク', en: 'My tasks' },
  'shell.aside.noTasks': {
    ja: '未対応のタスクはありません。',
    en: 'Nothing is waiting for you.',
  },
});
