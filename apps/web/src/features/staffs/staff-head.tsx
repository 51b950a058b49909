import type { Staff } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { PersonHead } from '../../shared/avatar/person-head';
import { useWide } from '../../shared/layout/use-wide';
import { StaffFacts } from './staff-facts';
import { staffTexts } from './staffs.messages';

/**
 * Heading of a staff member's page; `?showDetail` opens the basic information (specification,
 * section 2), which a wide window always shows beside the posts.
 */
export function StaffHead({ staff }: { staff: Staff }) {
  const t = useTexts(staffTexts);
  const common = useTexts(commonTexts);
  const [params, setParams] = useSearchParams();
  const wide = useWide();
  const detail = params.has('showDetail') && !wide;
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
        wide ? null : (
          <Button variant="default" onClick={toggle} aria-expanded={detail}>
            {t(detail ? 'staffs.detail.hide' : 'staffs.detail.show')}
          </Button>
        )
      }
    >
      {detail ? <StaffFacts staff={staff} /> : null}
    </PersonHead>
  );
}
