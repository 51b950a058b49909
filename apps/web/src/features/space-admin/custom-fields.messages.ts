import { defineTexts } from '../../shared/intl/messages';

export const customFieldTexts = defineTexts({
  'customFields.title': { ja: '会員の追加項目', en: 'Custom fields' },
  'customFields.lead': {
    ja: 'このスペースだけの項目を20件まで会員に追加できます。会員の画面、CSV、検索に出ます。',
    en: 'Up to 20 fields of your own for members. They appear on member pages, in CSV files and in search.',
  },
  'customFields.empty': { ja: '追加項目はまだありません。', en: 'There are no custom fields yet.' },
  'customFields.new': { ja: '新しい項目', en: 'New field' },
  'customFields.name': { ja: '項目の名前', en: 'Name of the field' },
  'customFields.kind': { ja: '種類', en: 'Kind' },
  'customFields.kind.text': { ja: '文字', en: 'Text' },
  'customFields.kind.number': { ja: '数', en: 'Number' },
  'customFields.kind.date': { ja: '日付', en: 'Date' },
  'customFields.kind.choice': { ja: '選択', en: 'Choice' },
  'customFields.choices': { ja: '選択肢（1行に1つ）', en: 'Choices (one per line)' },
  'customFields.choices.edit': { ja: '選択肢', en: 'Choices' },
  'customFields.choices.help': {
    ja: '名前を変えても、会員の選択はそのまま残ります。消すと、選んでいた会員は「選択なし」になります。',
    en: 'Members keep a choice that you rename. If you remove one, its members have none.',
  },
  'customFields.choice': { ja: '選択肢{place}', en: 'Choice {place}' },
  'customFields.choice.add': { ja: '選択肢を足す', en: 'Add a choice' },
  'customFields.choice.remove': { ja: '「{name}」を消す', en: 'Remove “{name}”' },
  'customFields.delete.title': { ja: '「{name}」を削除しますか', en: 'Delete “{name}”?' },
  'customFields.delete.text': {
    ja: 'すべての会員から、この項目の値が消えます。元には戻せません。',
    en: 'Its values disappear from all members. This cannot be undone.',
  },
  'customFields.denied': { ja: '権限がありません', en: 'No permission' },
  'customFields.denied.text': {
    ja: '追加項目を変えられるのは管理者だけです。',
    en: 'Only administrators can change custom fields.',
  },
});
