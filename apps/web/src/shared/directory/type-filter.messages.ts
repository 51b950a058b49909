import { defineTexts } from '../intl/messages';

export const typeFilterTexts = defineTexts({
  typeFilter: { ja: '会員種別', en: 'Member type' },
  'typeFilter.choose': { ja: '会員種別で絞り込む', en: 'Filter by member type' },
  'typeFilter.any': { ja: 'すべての種別', en: 'Any type' },
  'typeFilter.none': { ja: '種別なし', en: 'No type' },
});
