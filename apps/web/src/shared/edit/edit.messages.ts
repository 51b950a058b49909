import { defineTexts } from '../intl/messages';

/** Texts of forms whose record somebody else changed meanwhile. */
export const editTexts = defineTexts({
  'edit.conflict': {
    ja: '編集中に、ほかの人が同じところを変更しました。残すほうを選んで、もう一度保存してください。',
    en: 'Someone else changed the same fields while you were editing. Choose which to keep, then save again.',
  },
  'edit.conflict.field': { ja: '{field}の食い違い', en: 'Two versions of “{field}”' },
  'edit.conflict.mine': { ja: '自分の内容', en: 'Yours' },
  'edit.conflict.theirs': { ja: 'ほかの人の内容', en: 'Theirs' },
  'edit.conflict.keep': { ja: '自分の内容を残す', en: 'Keep mine' },
  'edit.conflict.take': { ja: 'ほかの人の内容にする', en: 'Take theirs' },
});
