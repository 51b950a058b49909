import { defineTexts } from '../../shared/intl/messages';

export const spaceAdminTexts = defineTexts({
  'spaceAdmin.title': { ja: 'スペース設定', en: 'Space settings' },
  'spaceAdmin.integrations': {
    ja: '連携の設定は準備中です',
    en: 'Integrations are being prepared',
  },
  'spaceAdmin.integrations.later': {
    ja: 'Slack・Teams・Chatworkへの連携は、これからの版で使えるようになります。',
    en: 'Slack, Teams and Chatwork will be connected in a later version.',
  },
  'spaceAdmin.basic': { ja: '基本', en: 'Basics' },
  'spaceAdmin.name': { ja: 'スペースの名前', en: 'Name of the space' },
  'spaceAdmin.timeZone': { ja: 'タイムゾーン', en: 'Time zone' },
  'spaceAdmin.timeZone.help': {
    ja: 'ランキングの月の区切りや、まとめメールの時刻に使います。',
    en: 'Decides where the month of the ranking begins and when digests are sent.',
  },
  'spaceAdmin.saved': { ja: '保存しました。', en: 'Saved.' },
  'spaceAdmin.deleted': { ja: '削除しました。', en: 'Deleted.' },
  'spaceAdmin.drag': { ja: '{name} の順番を変える', en: 'Move {name}' },
  'spaceAdmin.edit': { ja: '{name} を編集する', en: 'Edit {name}' },
  'spaceAdmin.remove': { ja: '{name} を削除する', en: 'Delete {name}' },
  'spaceAdmin.word': { ja: '名前', en: 'Name' },
  'spaceAdmin.types': { ja: '会員種別', en: 'Member types' },
  'spaceAdmin.types.lead': {
    ja: '会員の契約の種類です。名前を変えると、その種別の会員すべてに反映されます。',
    en: 'The kinds of contract. A new name is shown for all members of that type at once.',
  },
  'spaceAdmin.types.new': { ja: '新しい会員種別', en: 'New member type' },
  'spaceAdmin.types.empty': {
    ja: '会員種別はまだありません。',
    en: 'There are no member types yet.',
  },
  'spaceAdmin.types.delete.title': { ja: '「{name}」を削除しますか', en: 'Delete “{name}”?' },
  'spaceAdmin.types.delete.text': {
    ja: 'この種別の会員は「種別なし」になります。会員そのものは消えません。',
    en: 'Members of this type will have none. The members themselves stay.',
  },
  'spaceAdmin.labels': { ja: 'ラベル', en: 'Labels' },
  'spaceAdmin.labels.lead': {
    ja: '投稿やコメントに付けます。「課題」のラベルが付いた投稿は、解決するまで未解決として残ります。',
    en: 'For posts and comments. A post with an issue label stays open until it is solved.',
  },
  'spaceAdmin.labels.new': { ja: '新しいラベル', en: 'New label' },
  'spaceAdmin.labels.issue': { ja: '課題', en: 'Issue' },
  'spaceAdmin.labels.color': { ja: '色', en: 'Colour' },
  'spaceAdmin.labels.default': { ja: '標準のラベル', en: 'Built in' },
  'spaceAdmin.labels.delete.title': { ja: '「{name}」を削除しますか', en: 'Delete “{name}”?' },
  'spaceAdmin.labels.delete.text': {
    ja: '投稿やコメントからも外れます。',
    en: 'It disappears from posts and comments too.',
  },
  'spaceAdmin.reactions': { ja: 'リアクション', en: 'Reactions' },
  'spaceAdmin.reactions.lead': {
    ja: '7つまで選べます。同じ絵文字は2度使えません。',
    en: 'Up to seven, none of them twice.',
  },
  'spaceAdmin.reactions.new': { ja: '絵文字', en: 'Pictogram' },
  'spaceAdmin.reactions.full': {
    ja: '7つあります。追加するには、どれかを削除してください。',
    en: 'All seven are in use. Delete one to add another.',
  },
  'spaceAdmin.reactions.delete.title': { ja: '{name} を削除しますか', en: 'Delete {name}?' },
  'spaceAdmin.reactions.delete.text': {
    ja: 'これまでに付けられたものも表示されなくなります。',
    en: 'Those given so far are no longer shown.',
  },
  'spaceAdmin.export': { ja: '書き出し', en: 'Export' },
  'spaceAdmin.export.lead': {
    ja: 'CSVは表計算ソフトでそのまま開けます。',
    en: 'The CSV opens in a spreadsheet as it is.',
  },
  'spaceAdmin.export.members': { ja: '会員', en: 'Members' },
  'spaceAdmin.export.posts': { ja: '投稿', en: 'Posts' },
  'spaceAdmin.export.from': { ja: '開始日', en: 'From' },
  'spaceAdmin.export.until': { ja: '終了日', en: 'Until' },
  'spaceAdmin.export.action': { ja: 'CSVをダウンロードする', en: 'Download CSV' },
});
