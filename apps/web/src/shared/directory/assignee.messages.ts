import { defineTexts } from '../intl/messages';

export const assigneeTexts = defineTexts({
  'assignee.none': { ja: '担当者なし', en: 'No assignee' },
  'assignee.label': { ja: '担当者: {name}', en: 'Assignee: {name}' },
  'assignee.find': { ja: 'スタッフを探す', en: 'Find staff' },
});
