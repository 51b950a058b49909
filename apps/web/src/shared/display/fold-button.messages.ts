import { defineTexts } from '../intl/messages';

export const foldButtonTexts = defineTexts({
  'foldButton.more': { ja: '続きを読む', en: 'Read more' },
  'foldButton.less': { ja: 'たたむ', en: 'Show less' },
});
