import { defineTexts } from '../intl/messages';

export const savedViewTexts = defineTexts({
  'savedView.none': {
    ja: '絞り込んでから保存すると、ここから開けます',
    en: 'Filter and save it to open it from here',
  },
  'savedView.failed': {
    ja: 'ビューを読み込めませんでした。もう一度試す',
    en: 'The views could not be loaded. Try again',
  },
  'savedView.space': { ja: 'スペース', en: 'Space' },
  'savedView.new': { ja: 'この条件をビューとして保存', en: 'Save these filters as a view' },
  'savedView.update': { ja: '「{name}」をこの条件に変更', en: 'Change “{name}” to these filters' },
  'savedView.rename': { ja: '「{name}」の名前を変更', en: 'Rename “{name}”' },
  'savedView.share': { ja: 'スペースのスタッフと共有', en: 'Share with the space' },
  'savedView.unshare': { ja: '共有をやめる', en: 'Stop sharing' },
  'savedView.up': { ja: '上へ移動', en: 'Move up' },
  'savedView.delete': { ja: '「{name}」を削除', en: 'Delete “{name}”' },
  'savedView.name': { ja: 'ビューの名前', en: 'Name of the view' },
  'savedView.name.example.timeline': { ja: '例: 未解決の課題', en: 'e.g. Unresolved issues' },
  'savedView.name.example.members': { ja: '例: 新しい会員', en: 'e.g. New members' },
  'savedView.name.example.tasks': { ja: '例: 今週の設備', en: 'e.g. Repairs this week' },
  'savedView.name.missing': { ja: '名前を入力してください。', en: 'Please enter a name.' },
  'savedView.saved': { ja: '「{name}」を保存しました。', en: 'Saved “{name}”.' },
  'savedView.shared': { ja: '「{name}」を共有しました。', en: 'Shared “{name}”.' },
  'savedView.unshared': { ja: '「{name}」の共有をやめました。', en: 'Stopped sharing “{name}”.' },
  'savedView.deleted': { ja: '「{name}」を削除しました。', en: 'Deleted “{name}”.' },
});
