import { defineTexts } from '../../shared/intl/messages';

export const memberSettingTexts = defineTexts({
  'memberSetting.title': { ja: '会員管理', en: 'Manage members' },
  'memberSetting.elsewhere': {
    ja: '1人ずつの登録と編集は<members>会員の一覧</members>で、CSVは<data>取り込みと書き出し</data>でできます。',
    en: 'Add and edit single members in <members>the list of members</members>. CSV is in <data>Import and export</data>.',
  },
  'memberSetting.duplicates': { ja: '重複している可能性のある会員', en: 'Likely duplicates' },
  'memberSetting.duplicates.lead': {
    ja: '名前と会社、または名前とカナが同じ会員です。並べて確かめてから、1人に統合できます。',
    en: 'Members with the same name and company, or the same name and kana. Compare them and merge them into one.',
  },
  'memberSetting.duplicates.empty': {
    ja: '重複している可能性のある会員はいません。',
    en: 'No members look like duplicates.',
  },
  'memberSetting.compare': { ja: '見比べる', en: 'Compare' },
  'memberSetting.compare.of': { ja: '{name}さんを見比べる', en: 'Compare {name}' },
  'memberSetting.people': { ja: '{count}人', en: '{count} members' },
  'memberSetting.merge.title': { ja: '会員の統合', en: 'Merge members' },
  'memberSetting.merge.pick': { ja: '見比べる2人', en: 'Members to compare' },
  'memberSetting.merge.first': { ja: '1人目', en: 'First' },
  'memberSetting.merge.second': { ja: '2人目', en: 'Second' },
  'memberSetting.merge.keep': { ja: 'この会員に統合する', en: 'Keep this one' },
  'memberSetting.merge.field': { ja: '項目', en: 'Field' },
  'memberSetting.merge.result': { ja: '統合すると', en: 'Result' },
  'memberSetting.merge.use': {
    ja: '{field}は「{value}」にする',
    en: 'Use “{value}” as {field}',
  },
  'memberSetting.merge.talks': {
    ja: '{name}さんについての投稿{count}件は、統合したあとの会員の記録として表示されます。投稿そのものは書き換えません。',
    en: '{count, plural, one {# post} other {# posts}} about {name} will count for the merged member. The posts themselves are not rewritten.',
  },
  'memberSetting.merge.action': { ja: '統合する', en: 'Merge' },
  'memberSetting.merge.done': { ja: '{name}さんに統合しました。', en: 'Merged into {name}.' },
  'memberSetting.merge.undone': { ja: '統合を元に戻しました。', en: 'The merge has been undone.' },
  'memberSetting.merged': { ja: '統合した会員', en: 'Merged members' },
  'memberSetting.merged.lead': {
    ja: '統合はいつでも元に戻せます。統合のあとに変えた項目は、そのまま残ります。',
    en: 'A merge can be undone at any time. Later changes are kept.',
  },
  'memberSetting.merged.empty': {
    ja: '統合した会員はいません。',
    en: 'No members have been merged.',
  },
  'memberSetting.merged.more': { ja: 'さらに表示する', en: 'Show more' },
  'memberSetting.into': { ja: '統合先', en: 'merged into' },
  'memberSetting.merge.undo.of': {
    ja: '{name}の統合を元に戻す',
    en: 'Undo the merge of {name}',
  },
  'memberSetting.customFields': { ja: '追加項目', en: 'Custom fields' },
  'memberSetting.photo': { ja: '写真', en: 'Photo' },
  'memberSetting.photo.yes': { ja: '写真あり', en: 'with a photo' },
  'memberSetting.type': { ja: '会員種別', en: 'Member type' },
});
