import { defineTexts } from '../intl/messages';

export const labelListTexts = defineTexts({
  'labelList.find': { ja: 'ラベルを探す', en: 'Find a label' },
});
