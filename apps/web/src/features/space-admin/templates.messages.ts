import { defineTexts } from '../../shared/intl/messages';

/** Texts of the templates of posts. */
export const templateTexts = defineTexts({
  'templates.title': { ja: 'テンプレート', en: 'Templates' },
  'templates.lead': {
    ja: '投稿の書き出しに使う文、ラベル、タスクです。スタッフは投稿欄で / を押すか、「テンプレート」から選びます。',
    en: 'A text, labels and a task that a post begins with. Staff press / in the composer or choose Templates.',
  },
  'templates.empty': {
    ja: 'テンプレートはまだありません。',
    en: 'There are no templates yet.',
  },
  'templates.starters': {
    ja: '見学・契約更新・退会相談を入れる',
    en: 'Add three common templates',
  },
  'templates.name': { ja: 'テンプレートの名前', en: 'Name of the template' },
  'templates.new': { ja: '新しいテンプレート', en: 'New template' },
  'templates.memo': { ja: '本文', en: 'Text' },
  'templates.labels': { ja: 'ラベル', en: 'Labels' },
  'templates.task': { ja: 'タスク', en: 'Task' },
  'templates.task.none': { ja: 'タスクにしない', en: 'No task' },
  'templates.task.nobody': { ja: '担当者なしのタスク', en: 'Task without an assignee' },
  'templates.task.of': { ja: '{name}さんのタスク', en: 'Task for {name}' },
  'templates.due': { ja: '期限', en: 'Due date' },
  'templates.due.none': { ja: '期限なし', en: 'No due date' },
  'templates.due.days': {
    ja: '{days, plural, =0 {その日のうち} other {#日後}}',
    en: '{days, plural, =0 {On the same day} one {After # day} other {After # days}}',
  },
  'templates.deleted': {
    ja: '削除されたラベル: {names}',
    en: 'Deleted labels: {names}',
  },
  'templates.delete.title': { ja: '「{name}」を削除しますか', en: 'Delete “{name}”?' },
  'templates.delete.text': {
    ja: 'このテンプレートで書いた投稿は残ります。',
    en: 'Posts that were written with this template stay.',
  },
  'templates.visit': { ja: '見学', en: 'Visit' },
  'templates.visit.text': {
    ja: 'きっかけ:\n使いたい場所と人数:\n気になっていること:\n次の予定:',
    en: 'How they found us:\nSpace and number of people:\nQuestions:\nNext step:',
  },
  'templates.renewal': { ja: '契約更新', en: 'Contract renewal' },
  'templates.renewal.text': {
    ja: '更新の意向:\n変えたいこと:\n次の予定:',
    en: 'Intention:\nWishes:\nNext step:',
  },
  'templates.leaving': { ja: '退会相談', en: 'Leaving' },
  'templates.leaving.text': {
    ja: '理由:\n時期:\n引き止められる条件:\n次の予定:',
    en: 'Reason:\nWhen:\nWhat would make them stay:\nNext step:',
  },
});
