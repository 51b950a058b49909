import { defineTexts } from '../../shared/intl/messages';

/** Texts of the tabs and the record of a member's page. */
export const memberPageTexts = defineTexts({
  'memberPage.tabs': { ja: '会員の情報', en: 'About the member' },
  'memberPage.posts': { ja: '投稿', en: 'Posts' },
  'memberPage.tasks': { ja: 'タスク', en: 'Tasks' },
  'memberPage.connections': { ja: 'つながり', en: 'Connections' },
  'memberPage.record': { ja: '登録情報', en: 'Record' },
  'memberPage.facts': { ja: '連絡先と契約', en: 'Contact and contract' },
  'memberPage.facts.none': {
    ja: '連絡先や契約はまだ登録されていません。',
    en: 'No contact or contract data yet.',
  },
  'memberPage.history': { ja: '登録の履歴', en: 'History' },
  'memberPage.history.line': { ja: '登録の履歴（要約）', en: 'History in short' },
  'memberPage.since': { ja: '{date}から会員', en: 'Member since {date}' },
  'memberPage.created': { ja: '{date}に登録', en: 'Added on {date}' },
  'memberPage.imported': { ja: 'CSVから登録', en: 'Imported from CSV' },
  'memberPage.importedAt': { ja: '{date}にCSVから登録', en: 'Imported from CSV on {date}' },
  'memberPage.updated': { ja: 'CSVで更新', en: 'Updated from CSV' },
  'memberPage.updatedAt': { ja: '{date}にCSVで更新', en: 'Updated from CSV on {date}' },
  'memberPage.type': {
    ja: '{date}に会員種別を変更',
    en: 'Member type changed on {date}',
  },
  'memberPage.typeFrom': {
    ja: '{date}に会員種別を「{before}」から変更',
    en: 'Member type changed from “{before}” on {date}',
  },
  'memberPage.merged': {
    ja: '{date}に「{name}」を統合',
    en: '“{name}” was merged into this record on {date}',
  },
  'memberPage.mergedInto': {
    ja: '{date}に<to>{name}</to>へ統合',
    en: 'Merged into <to>{name}</to> on {date}',
  },
});
