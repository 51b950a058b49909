import type { Staff } from '@engawa/contracts';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { Pill } from '../display/pill';
import { useNarrow } from '../layout/use-wide';
import { ColumnHeads, Row, RowPair } from '../list/row-list';
import { StaffAvatar } from '../avatar/person-avatar';
import { staffRoleTexts } from './staff-role.messages';

const columnsWith = (end: string) => `40px minmax(0, 1.4fr) minmax(0, 1fr) ${end}`;

/** Words over staff rows: of names, of roles, and of what follows. */
export function StaffHeads({ words, end }: { words: readonly string[]; end: string }) {
  return (
    <ColumnHeads columns={columnsWith(end)}>
      {words.map((word, at) => (
        <span key={word} style={at === 0 ? { gridColumn: 'span 2' } : undefined}>
          {word}
        </span>
      ))}
    </ColumnHeads>
  );
}

/** A row of a staff list: avatar, name and address, role and state, actions. */
export function StaffRow(props: {
  staff: Staff;
  /** Tracks of what follows the role. */
  end?: string;
  children: ReactNode;
}) {
  const role = useTexts(staffRoleTexts);
  const common = useTexts(commonTexts);
  const { staff, end = 'auto' } = props;
  const isNarrow = useNarrow();
  return (
    <Row columns={columnsWith(end)} narrow="40px minmax(0, 1fr) auto" data-staff={staff.email}>
      <StaffAvatar staff={staff} size={40} />
      <RowPair>
        <strong>{staff.displayName}</strong>
        <small>{staff.email}</small>
      </RowPair>
      <Group
        component="span"
        gap="4px 8px"
        fz="sm"
        style={isNarrow ? { gridArea: '2 / 2' } : undefined}
      >
        {role(`staffRole.${staff.role}`)}
        {staff.deactivated ? (
          <Pill>{common('common.deactivated')}</Pill>
        ) : !staff.initialPasswordChanged ? (
          <Pill tone="work">{role('staffRole.invited')}</Pill>
        ) : null}
      </Group>
      {props.children}
    </Row>
  );
}

/** Active staff first, deactivated ones last. */
export function activeFirst(staffs: readonly Staff[]): Staff[] {
  return [...staffs].sort((a, b) => Number(a.deactivated) - Number(b.deactivated));
}
