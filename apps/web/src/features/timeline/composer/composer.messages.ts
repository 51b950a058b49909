import { defineTexts } from '../../../shared/intl/messages';

/** Texts of the composer's suggestions and of writing several posts in a row. */
export const composerTexts = defineTexts({
  'composer.hints': { ja: '本文から見つけたもの', en: 'Found in the text' },
  'composer.hints.away': { ja: '候補を閉じる', en: 'Dismiss' },
  'composer.template': { ja: 'テンプレート', en: 'Template' },
  'composer.template.choose': { ja: 'テンプレートを選ぶ', en: 'Choose a template' },
  'composer.template.leftOut': {
    ja: '今はないため外しました: {names}',
    en: 'Left out because it no longer exists: {names}',
  },
  'composer.mention.list': { ja: 'スタッフと会員の候補', en: 'Staff and members' },
  'composer.mention.staff': { ja: 'スタッフ', en: 'Staff' },
  'composer.task': { ja: 'タスク: {name} {due}', en: 'Task: {name}, {due}' },
  'composer.task.nobody': { ja: '担当者なし', en: 'no assignee' },
  'composer.label.learned': {
    ja: '「{word}」と書いた投稿{posts}件のうち{labelled}件に、このラベルが付いています',
    en: '{labelled} of {posts} posts with “{word}” have this label',
  },
  'composer.dictate': { ja: '音声で入力する', en: 'Dictate' },
  'composer.dictate.stop': { ja: '音声入力を終える', en: 'Stop dictating' },
  'composer.dictate.failed': {
    ja: '音声を認識できませんでした。',
    en: 'Your voice could not be recognised.',
  },
  'composer.time.justNow': { ja: 'さっき', en: 'Just before' },
  'composer.time.morning': { ja: '今朝', en: 'This morning' },
  'composer.time.yesterday': { ja: '昨日', en: 'Yesterday' },
  'timeline.talkedAt.now': { ja: '今', en: 'Now' },
  'timeline.talkedAt.today': { ja: '今日 {time}', en: 'Today {time}' },
  'timeline.talkedAt.yesterday': { ja: '昨日 {time}', en: 'Yesterday {time}' },
  'timeline.attach': { ja: 'ファイルを添付する', en: 'Attach a file' },
  'timeline.attach.camera': { ja: '写真を撮って添付する', en: 'Take and attach a photo' },
  'timeline.attach.remove': { ja: '{title} を外す', en: 'Remove {title}' },
  'timeline.members.placeholder': {
    ja: '会員を名前・カナ・ローマ字で探す',
    en: 'Find members by name or kana',
  },
  'timeline.members.remove': { ja: '{name}さんを外す', en: 'Remove {name}' },
  'timeline.edit.add': { ja: '両方をつなげる', en: 'Keep both texts' },
  'timeline.members': { ja: '会員', en: 'Members' },
  'timeline.labels': { ja: 'ラベル', en: 'Labels' },
  'timeline.talkedAt': { ja: '話した日時', en: 'Talk time' },
  'timeline.edit.memo': { ja: '本文', en: 'Text' },
  'timeline.edit.attachments': { ja: '添付', en: 'Attachments' },
  'timeline.edit.done': { ja: '変更しました。', en: 'Changed.' },
  'timeline.edit.failed': {
    ja: '保存できませんでした。書いた内容は残してあります。{reason}',
    en: 'Your changes were not saved; what you wrote is kept. {reason}',
  },
  'timeline.edit.kept': {
    ja: '保存していない変更は残してあります。「編集する」で続けられます。',
    en: 'Your unsaved changes are kept. Choose Edit to continue.',
  },
  'timeline.edit.deleted': {
    ja: '編集していたものが削除されました。書いた内容は下書きに残してあります。',
    en: 'What you were editing was deleted. What you wrote is kept as a draft.',
  },
});
