import { defineTexts } from '../../shared/intl/messages';

/** Texts of the frame around the pages of the operator. */
export const godFrameTexts = defineTexts({
  'shell.god': { ja: 'スペース運用', en: 'Operator' },
  'shell.god.nav': { ja: '運用メニュー', en: 'Operator menu' },
  'shell.god.spaces': { ja: 'スペース', en: 'Spaces' },
  'shell.god.back': { ja: 'スペースへ戻る', en: 'Back to the space' },
});
