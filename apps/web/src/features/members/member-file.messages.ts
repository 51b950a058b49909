import { defineTexts } from '../../shared/intl/messages';

export const memberFileTexts = defineTexts({
  'memberFile.photo': { ja: '写真を選ぶ', en: 'Choose a photo' },
  'memberFile.photo.remove': { ja: '写真を外す', en: 'Remove the photo' },
  'memberFile.photo.saved': { ja: '写真を変更しました。', en: 'Photo changed.' },
  'memberFile.photo.removed': { ja: '写真を外しました。', en: 'Photo removed.' },
  'memberFile.photo.large': {
    ja: '写真は4MBまでです。小さくしてからもう一度選んでください。',
    en: 'Photos can be up to 4 MB. Please choose a smaller one.',
  },
  'memberFile.disclose': { ja: '記録を開示する', en: 'Export personal data' },
  'memberFile.disclose.title': {
    ja: '{name}さんの記録を書き出しますか',
    en: 'Export the personal data of {name}?',
  },
  'memberFile.disclose.text': {
    ja: '本人に渡すためのファイルを作ります。ほかの会員の名前は伏せられます。書き出したことは監査ログに残ります。',
    en: 'This creates a file that you can give to the member. Names of other members are blacked out. The audit log records the export.',
  },
  'memberFile.disclose.action': { ja: '書き出す', en: 'Export' },
  'memberFile.disclose.done': {
    ja: '記録を書き出しました。渡す前に内容を確かめてください。',
    en: 'The file is ready. Please review it before you hand it over.',
  },
  'memberFile.erase': { ja: '記録を消去する', en: 'Erase personal data' },
  'memberFile.erase.title': {
    ja: '{name}さんの記録を消去しますか',
    en: 'Erase the personal data of {name}?',
  },
  'memberFile.erase.text': {
    ja: '氏名・カナ・会社・連絡先・契約・追加項目・メモ・写真を完全に消去し、投稿・コメント・下書き・お知らせ・監査ログに書かれた名前を伏せます。投稿と件数は残ります。元には戻せません。',
    en: 'Name, kana, company, contact, contract, other fields, note and photo are permanently erased, and the name is blacked out in posts, comments, drafts, notifications and the audit log. Posts and counts stay. This cannot be undone.',
  },
  'memberFile.erase.action': { ja: '消去する', en: 'Erase' },
  'memberFile.erase.done': {
    ja: '消去しました。書かれた名前も、しばらくのうちに伏せられます。',
    en: 'Erased. The name disappears from texts shortly.',
  },
  'memberFile.erased': { ja: '消去済み', en: 'Erased' },
  'memberFile.document': { ja: '会員の記録', en: 'Personal data of a member' },
  'memberFile.document.made': { ja: '作成日時', en: 'Created' },
  'memberFile.document.profile': { ja: '登録されている情報', en: 'Registered data' },
  'memberFile.document.mergedRecord': {
    ja: '統合した会員の登録情報',
    en: 'Data of a merged record',
  },
  'memberFile.document.entries': { ja: '記録されている会話', en: 'Records' },
  'memberFile.document.entries.none': { ja: '記録はありません。', en: 'No records.' },
  'memberFile.document.incomplete': {
    ja: '新しいものから2,000件までを載せています。',
    en: 'The latest 2,000 are listed.',
  },
  'memberFile.document.attachments': { ja: '添付ファイル', en: 'Files' },
  'memberFile.document.registered': { ja: '登録日時', en: 'Registered' },
  'memberFile.document.typeChange': {
    ja: '会員種別の変更（前の種別）',
    en: 'Member type changed (previous type)',
  },
  'memberFile.document.merged': { ja: '統合した会員', en: 'Merged members' },
  'memberFile.document.imported': { ja: 'CSVから登録', en: 'Imported from CSV' },
});
