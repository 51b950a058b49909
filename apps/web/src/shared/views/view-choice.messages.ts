import { defineTexts } from '../intl/messages';

/** Apart from the others, which the first page does not need. */
export const viewChoiceTexts = defineTexts({
  'savedView.title': { ja: 'ビュー', en: 'Views' },
  'savedView.choose': { ja: 'ビューを選ぶ', en: 'Choose a view' },
});
