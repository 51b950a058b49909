import { defineTexts } from '../intl/messages';

/** Role of a staff member, and whether an invitation is pending. */
export const staffRoleTexts = defineTexts({
  'staffRole.primaryAdmin': { ja: '主管理者', en: 'Primary administrator' },
  'staffRole.generalAdmin': { ja: '管理者', en: 'General manager' },
  'staffRole.staff': { ja: 'スタッフ', en: 'Staff' },
  'staffRole.invited': { ja: '招待中', en: 'Invited' },
});
