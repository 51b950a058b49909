import type { MemberBrief } from '@engawa/contracts';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { memberName } from '../../shared/directory/names';
import { MemberAvatar, StaffAvatar } from '../../shared/avatar/person-avatar';
import { useTexts } from '../../shared/intl/messages';
import { RelativeTime } from '../../shared/display/relative-time';
import { StatusPill } from '../../shared/display/status-pill';
import style from './member-brief.module.css';
import { memberBriefTexts } from './member-brief.messages';
import { Pill } from '../../shared/display/pill';
import { Note } from '../../shared/display/note';
import { CompactLink } from '../../shared/list/compact-link';
import { RowPair } from '../../shared/list/row-list';

type Writing = MemberBrief['recent'][number];

/** A heading with content, or a text for none. */
export function BriefBlock(props: {
  title: string;
  /** Total, if not all are listed. */
  count?: number;
  empty: string;
  /** Address of all of them. */
  all?: string;
  children: ReactNode[];
}) {
  const t = useTexts(memberBriefTexts);
  const { count = 0, children } = props;
  const more = count - children.length;
  const moreText = t('brief.more', { count: more });
  return (
    <Stack component="section" gap={2} className={style.block}>
      <BriefHead>
        {props.title}
        {count > 0 ? <Pill tone="work">{count}</Pill> : null}
      </BriefHead>
      {children.length === 0 ? <Note>{props.empty}</Note> : <ul>{children}</ul>}
      {more > 0 && children.length > 0 ? (
        <Note>{props.all ? <Link to={props.all}>{moreText}</Link> : moreText}</Note>
      ) : null}
    </Stack>
  );
}

export function BriefHead({ children }: { children: ReactNode }) {
  return (
    <Group component="h3" gap={8} fz="sm" c="dimmed">
      {children}
    </Group>
  );
}

/** Who and when, at the end of a row or below it. */
function By({ children }: { children: ReactNode }) {
  return (
    <Group component="span" gap={8} wrap="nowrap" fz="xs" c="dimmed">
      {children}
    </Group>
  );
}

/** An excerpt that links to its post or comment. */
export function WritingRow(props: {
  memberId: string;
  writing: Writing;
  /** One line, without its author. */
  short?: boolean;
}) {
  const { writing, memberId, short } = props;
  const status = 'status' in writing ? (writing as MemberBrief['tasks'][number]).status : null;
  return (
    <li>
      <CompactLink
        columns={short ? 'minmax(0, 1fr) auto' : undefined}
        to={postPath({ kind: 'member', id: memberId }, writing.postId, {
          comments: true,
          commentId: writing.commentId,
        })}
      >
        <Text span lineClamp={short ? 1 : 2}>
          {writing.excerpt || '…'}
        </Text>
        <By>
          {status ? <StatusPill status={status} /> : null}
          {short ? null : writing.owner.displayName} <RelativeTime at={writing.talkedAt} />
        </By>
      </CompactLink>
    </li>
  );
}

const person = '32px minmax(0, 1fr) auto';

/** A staff member who knows the member, with figures. */
export function StaffRow({ known }: { known: MemberBrief['staffs'][number] }) {
  const t = useTexts(memberBriefTexts);
  const { staff, posts, lastTalkedAt } = known;
  return (
    <li>
      <CompactLink columns={person} to={paths.staff(staff.id)}>
        <StaffAvatar staff={staff} size={32} />
        <Text span truncate>
          {staff.displayName}
        </Text>
        <By>
          {t('brief.staffs.count', { count: posts })}{' '}
          <RelativeTime at={lastTalkedAt} words="narrow" />
        </By>
      </CompactLink>
    </li>
  );
}

/** A member often mentioned together with this one. */
export function ConnectionRow({ connection }: { connection: MemberBrief['connections'][number] }) {
  const t = useTexts(memberBriefTexts);
  const { member, posts } = connection;
  const name = memberName(member);
  return (
    <li>
      <CompactLink columns={person} to={paths.member(member.id)}>
        <MemberAvatar member={member} size={32} />
        <RowPair>
          <span>{name}</span>
          {member.company ? <small>{member.company}</small> : null}
        </RowPair>
        <By>{t('brief.posts', { count: posts })}</By>
      </CompactLink>
    </li>
  );
}
