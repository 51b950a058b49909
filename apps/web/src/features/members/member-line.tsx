import type { Member, RadarSettings } from '@engawa/contracts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { paths } from '../../shared/address/paths';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { memberKana, memberName } from '../../shared/directory/names';
import { RelativeTime } from '../../shared/display/relative-time';
import { useTexts } from '../../shared/intl/messages';
import { RowLink, RowPair } from '../../shared/list/row-list';
import { memberTexts } from './members.messages';
import { isCold } from './members.rules';
import style from './members.module.css';

/** A member in the list of a phone. */
export function MemberLine(props: {
  member: Member;
  settings: RadarSettings | undefined;
  selected: boolean;
}) {
  const t = useTexts(memberTexts);
  const { member } = props;
  const [now] = useState(() => Date.now());
  return (
    <RowLink
      to={paths.member(member.id)}
      id={member.id}
      selected={props.selected}
      className={style.line}
      columns="40px minmax(0, 1fr) auto"
    >
      <MemberAvatar member={member} size={40} />
      <RowPair>
        <strong>{memberName(member)}</strong>
        <small>{member.company || memberKana(member)}</small>
      </RowPair>
      <Text
        span
        size="sm"
        c={isCold(member, props.settings, now) ? 'var(--e-waiting)' : 'dimmed'}
        data-tip={t('members.talked')}
      >
        {member.lastTalkedAt ? (
          <RelativeTime at={member.lastTalkedAt} />
        ) : (
          t('members.talked.short')
        )}
      </Text>
    </RowLink>
  );
}
