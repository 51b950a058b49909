import { defineTexts } from '../intl/messages';

export const registerMemberTexts = defineTexts({
  'registerMember.offer': { ja: '「{name}」を会員に登録する', en: 'Add “{name}” as a member' },
  'registerMember.done': { ja: '「{name}」を会員に登録しました', en: 'Added “{name}” as a member' },
});
