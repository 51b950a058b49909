import { defineTexts } from '../intl/messages';

/** What a staff is in the space, and that an invitation still waits. */
export const staffRoleTexts = defineTexts({
  'staffRole.primaryAdmin': { ja: '主管理者', en: 'Primary administrator' },
  'staffRole.generalAdmin': { ja: '管理者', en: 'General manager' },
  'staffRole.staff': { ja: 'スタッフ', en: 'Staff' },
  'staffRole.invited': { ja: '招待中', en: 'Invited' },
});
