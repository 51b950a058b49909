import type { MemberRef } from '@engawa/contracts';
import { Group } from '@mantine/core';
import { paths } from '../../shared/address/paths';
import { memberKana, memberName } from '../../shared/directory/names';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { QuietLink } from '../../shared/display/quiet-link';
import { RowPair } from '../../shared/list/row-list';

/** A member in a row: avatar, name, kana and company, as a link. */
export function MemberLink(props: {
  member: MemberRef;
  /** Diameter of the face in pixels. */
  size: number;
}) {
  const { member, size } = props;
  return (
    <QuietLink to={paths.member(member.id)}>
      <Group component="span" gap={12} wrap="nowrap">
        <MemberAvatar member={member} size={size} />
        <RowPair>
          <strong>{memberName(member)}</strong>
          <small>{[memberKana(member), member.company].filter(Boolean).join(' · ')}</small>
        </RowPair>
      </Group>
    </QuietLink>
  );
}
