import { defineTexts } from '../../../shared/intl/messages';

/** Texts of the list of members of the filter. */
export const memberFilterTexts = defineTexts({
  'timeline.filter.member.any': { ja: 'すべての会員', en: 'Any member' },
  'timeline.filter.member.find': { ja: '会員を探す', en: 'Find a member' },
});
