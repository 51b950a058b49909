import type { Staff } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { staffRoleTexts } from '../../shared/directory/staff-role.messages';
import { commonTexts } from '../../shared/intl/common.messages';
import { exactDateTime } from '../../shared/intl/dates';
import { Facts } from '../../shared/display/facts';
import { useTexts } from '../../shared/intl/messages';
import { PersonHead } from '../../shared/avatar/person-head';
import { staffTexts } from './staffs.messages';

/**
 * Heading of a staff member's page; `?showDetail` opens the basic information (specification,
 * section 2).
 */
export function StaffHead({ staff }: { staff: Staff }) {
  const t = useTexts(staffTexts);
  const common = useTexts(commonTexts);
  const role = useTexts(staffRoleTexts);
  const intl = useIntl();
  const [params, setParams] = useSearchParams();
  const detail = params.has('showDetail');
  const toggle = () => {
    const next = new URLSearchParams(params);
    if (detail) next.delete('showDetail');
    else next.set('showDetail', 'true');
    setParams(next, { replace: true });
  };
  return (
    <PersonHead
      face={<StaffAvatar staff={staff} size={64} photoUrl={staff.photoUrl} />}
      name={staff.displayName}
      state={staff.deactivated ? common('common.deactivated') : null}
      facts={[staff.jobTitle]}
      actions={
        <Button variant="default" onClick={toggle} aria-expanded={detail}>
          {t(detail ? 'staffs.detail.hide' : 'staffs.detail.show')}
        </Button>
      }
    >
      {detail ? (
        <Facts
          label={t('staffs.detail')}
          facts={[
            [t('staffs.role'), role(`staffRole.${staff.role}`)],
            [t('staffs.jobTitle'), staff.jobTitle],
            [t('staffs.email'), <a href={`mailto:${staff.email}`}>{staff.email}</a>],
            [t('staffs.bio'), staff.bio],
            [t('staffs.since'), exactDateTime(intl, staff.createdAt)],
          ]}
        />
      ) : null}
    </PersonHead>
  );
}
