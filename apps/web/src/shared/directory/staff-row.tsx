import type { Staff } from '@engawa/contracts';
import type { ReactNode } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { Pill } from '../display/pill';
import { Row, RowPair } from '../list/row-list';
import { StaffAvatar } from '../avatar/person-avatar';
import { staffRoleTexts } from './staff-role.messages';
import style from './staff-row.module.css';

/**
 * A row of a staff list: avatar, name and address, role and state, actions. The class sets
 * `--columns-end` for what follows the role.
 */
export function StaffRow(props: { staff: Staff; className?: string; children: ReactNode }) {
  const role = useTexts(staffRoleTexts);
  const common = useTexts(commonTexts);
  const { staff } = props;
  return (
    <Row className={`${style.row} ${props.className ?? ''}`} data-staff={staff.email}>
      <StaffAvatar staff={staff} size={40} />
      <RowPair>
        <strong>{staff.displayName}</strong>
        <small>{staff.email}</small>
      </RowPair>
      <span className={style.role}>
        {role(`staffRole.${staff.role}`)}
        {staff.deactivated ? (
          <Pill>{common('common.deactivated')}</Pill>
        ) : !staff.initialPasswordChanged ? (
          <Pill tone="work">{role('staffRole.invited')}</Pill>
        ) : null}
      </span>
      {props.children}
    </Row>
  );
}

/** Active staff first, deactivated ones last. */
export function activeFirst(staffs: readonly Staff[]): Staff[] {
  return [...staffs].sort((a, b) => Number(a.deactivated) - Number(b.deactivated));
}
