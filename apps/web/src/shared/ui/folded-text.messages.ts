import { defineTexts } from '../intl/messages';

export const foldedTextTexts = defineTexts({
  'foldedText.more': { ja: '続きを読む', en: 'Read more' },
  'foldedText.less': { ja: 'たたむ', en: 'Show less' },
});
