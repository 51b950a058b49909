import { defineTexts } from '../../shared/intl/messages';

export const notFoundTexts = defineTexts({
  'notFound.title': {
    ja: 'ページが見つかりません',
    en: 'This page could not be found',
  },
  'notFound.text': {
    ja: 'アドレスが変わったか、削除された可能性があります。',
    en: 'The page may have moved, or it may have been deleted.',
  },
  'notFound.back': { ja: '前のページへ戻る', en: 'Go back' },
  'notFound.home': { ja: 'ホームへ戻る', en: 'Back to home' },
  'notFound.search': { ja: '検索する', en: 'Search' },
});
