import { defineTexts } from '../../shared/intl/messages';

export const memberFileTexts = defineTexts({
  'memberFile.photo': { ja: '写真を選ぶ', en: 'Choose a photo' },
  'memberFile.photo.remove': { ja: '写真を外す', en: 'Remove the photo' },
  'memberFile.photo.saved': { ja: '写真を変更しました。', en: 'The photo is changed.' },
  'memberFile.photo.removed': { ja: '写真を外しました。', en: 'The photo is removed.' },
  'memberFile.photo.large': {
    ja: '写真は4MBまでです。小さくしてからもう一度選んでください。',
    en: 'A photo may have at most 4 MB. Please choose a smaller one.',
  },
  'memberFile.disclose': { ja: '記録を開示する', en: 'Give out the file' },
  'memberFile.disclose.title': {
    ja: '{name}さんの記録を書き出しますか',
    en: 'Give out the file of {name}?',
  },
  'memberFile.disclose.text': {
    ja: '本人に渡すためのファイルを作ります。ほかの会員の名前は伏せられます。書き出したことは監査ログに残ります。',
    en: 'A file to be given to the member is made. The names of other members are blacked out. The audit log notes it.',
  },
  'memberFile.disclose.action': { ja: '書き出す', en: 'Make the file' },
  'memberFile.disclose.done': {
    ja: '記録を書き出しました。渡す前に内容を確かめてください。',
    en: 'The file is made. Please look through it before you hand it over.',
  },
  'memberFile.erase': { ja: '記録を消去する', en: 'Erase the file' },
  'memberFile.erase.title': {
    ja: '{name}さんの記録を消去しますか',
    en: 'Erase the file of {name}?',
  },
  'memberFile.erase.text': {
    ja: '氏名・かな・会社・メモ・写真を完全に消去し、投稿・コメント・下書き・お知らせ・監査ログに書かれた名前を伏せます。投稿と件数は残ります。元には戻せません。',
    en: 'Name, kana, company, memo and photo go for ever, and the name is blacked out in posts, comments, drafts, notifications and the audit log. Posts and counts stay. This cannot be undone.',
  },
  'memberFile.erase.action': { ja: '消去する', en: 'Erase' },
  'memberFile.erase.done': {
    ja: '消去しました。書かれた名前も、しばらくのうちに伏せられます。',
    en: 'Erased. The name in texts goes within a while.',
  },
  'memberFile.erased': { ja: '消去済み', en: 'Erased' },
  'memberFile.document': { ja: '会員の記録', en: "Member's file" },
  'memberFile.document.made': { ja: '作成日時', en: 'Made at' },
  'memberFile.document.profile': { ja: '登録されている情報', en: 'What is registered' },
  'memberFile.document.entries': { ja: '記録されている会話', en: 'What is recorded' },
  'memberFile.document.entries.none': { ja: '記録はありません。', en: 'Nothing is recorded.' },
  'memberFile.document.incomplete': {
    ja: '新しいものから2,000件までを載せています。',
    en: 'The newest 2,000 are listed.',
  },
  'memberFile.document.attachments': { ja: '添付ファイル', en: 'Files' },
  'memberFile.document.registered': { ja: '登録日時', en: 'Registered at' },
  'memberFile.document.imported': { ja: 'CSVから登録', en: 'Registered from a CSV' },
});
