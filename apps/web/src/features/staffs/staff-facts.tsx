import type { Staff } from '@engawa/contracts';
import { useIntl } from 'react-intl';
import { staffRoleTexts } from '../../shared/directory/staff-role.messages';
import { Facts } from '../../shared/display/facts';
import { exactDateTime } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { staffTexts } from './staffs.messages';

/** The basic information about a staff member. */
export function StaffFacts({ staff, termWidth }: { staff: Staff; termWidth?: number }) {
  const t = useTexts(staffTexts);
  const role = useTexts(staffRoleTexts);
  const intl = useIntl();
  return (
    <Facts
      label={t('staffs.detail')}
      termWidth={termWidth}
      facts={[
        [t('staffs.role'), role(`staffRole.${staff.role}`)],
        [t('staffs.jobTitle'), staff.jobTitle],
        [t('staffs.email'), <a href={`mailto:${staff.email}`}>{staff.email}</a>],
        [t('staffs.bio'), staff.bio],
        [t('staffs.since'), exactDateTime(intl, staff.createdAt)],
      ]}
    />
  );
}
