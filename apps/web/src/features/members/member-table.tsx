import type { CustomField, Member, MemberFieldName, RadarSettings } from '@engawa/contracts';
import { Box, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import type { MembersAddress } from '../../shared/address/members-address';
import { paths } from '../../shared/address/paths';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { customFieldText, memberFieldText } from '../../shared/directory/member-fields';
import { memberKana, memberName } from '../../shared/directory/names';
import { QuietLink } from '../../shared/display/quiet-link';
import { RelativeTime } from '../../shared/display/relative-time';
import { useTexts } from '../../shared/intl/messages';
import { RowPair } from '../../shared/list/row-list';
import { memberTexts } from './members.messages';
import { type ColumnId, firstOrder, isCold, sortOfColumn } from './members.rules';
import layout from '../../shared/layout/common.module.css';
import style from './members.module.css';

// The columns of a new account fit a window of 900 px, with the arrow of the sorted one.
const NAME = 'minmax(160px, 1.4fr)';
const widths: Partial<Record<ColumnId, string>> = {
  company: 'minmax(112px, 1.2fr)',
  type: 'minmax(88px, 0.7fr)',
  lastTalk: '92px',
  posts: '56px',
  openIssues: '84px',
};
const numbers: readonly ColumnId[] = ['posts', 'openIssues'];

/** Members with the chosen columns, heads that sort, and a box to select each. */
export function MemberTable(props: {
  members: readonly Member[];
  columns: readonly ColumnId[];
  customFields: readonly CustomField[];
  settings: RadarSettings | undefined;
  wordOf: (column: ColumnId) => string;
  /** Null where the order cannot change, as among search results. */
  order: Pick<MembersAddress, 'sort' | 'order'> | null;
  onOrder: (order: Pick<MembersAddress, 'sort' | 'order'>) => void;
  selected: ReadonlySet<string>;
  onSelect: ((selected: ReadonlySet<string>) => void) | null;
}) {
  const t = useTexts(memberTexts);
  const { members, columns, order, onOrder, selected, onSelect } = props;
  const all = members.length > 0 && members.every(({ id }) => selected.has(id));
  const tracks = [
    ...(onSelect ? ['28px'] : []),
    NAME,
    ...columns.map((column) => widths[column] ?? 'minmax(112px, 0.8fr)'),
  ];
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(selected);
    if (isChosen) next.add(id);
    else next.delete(id);
    onSelect?.(next);
  };
  return (
    <div className={layout.scroll}>
      <div
        role="table"
        aria-label={t('members.title')}
        className={style.table}
        style={{ '--tracks': tracks.join(' ') }}
      >
        <div role="row">
          {onSelect ? (
            <span role="columnheader">
              <input
                type="checkbox"
                aria-label={t('members.select.all')}
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = !all && selected.size > 0;
                }}
                onChange={() => onSelect(all ? new Set() : new Set(members.map(({ id }) => id)))}
              />
            </span>
          ) : null}
          <Head sort="kana" order={order} onOrder={onOrder}>
            {t('members.name')}
          </Head>
          {columns.map((column) => (
            <Head
              key={column}
              sort={sortOfColumn(column)}
              order={order}
              onOrder={onOrder}
              isNumber={numbers.includes(column)}
            >
              {props.wordOf(column)}
            </Head>
          ))}
        </div>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            {...{ member, columns }}
            customFields={props.customFields}
            settings={props.settings}
            isSelected={selected.has(member.id)}
            onSelect={onSelect ? (isChosen) => toggle(member.id, isChosen) : null}
          />
        ))}
      </div>
    </div>
  );
}

function Head(props: {
  sort: string | null;
  order: Pick<MembersAddress, 'sort' | 'order'> | null;
  onOrder: (order: Pick<MembersAddress, 'sort' | 'order'>) => void;
  isNumber?: boolean;
  children: ReactNode;
}) {
  const { sort, order, onOrder, isNumber, children } = props;
  const isCurrent = order?.sort === sort;
  if (sort === null || order === null) {
    return (
      <span role="columnheader" data-number={isNumber || undefined}>
        {children}
      </span>
    );
  }
  const first = firstOrder(sort);
  const other = order.order === 'asc' ? 'desc' : 'asc';
  const Arrow = order.order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <span
      role="columnheader"
      data-number={isNumber || undefined}
      aria-sort={isCurrent ? (order.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => onOrder({ sort, order: isCurrent ? other : first })}>
        {children}
        {isCurrent ? <Arrow size={14} stroke={1.5} aria-hidden="true" /> : null}
      </button>
    </span>
  );
}

/** Opens the member of a row that is clicked beside its link; text that was selected stays selected. */
function openMember({ target, currentTarget: row }: MouseEvent<HTMLElement>): void {
  const isBesideLink = target instanceof Element && !target.closest('a, [data-box]');
  if (isBesideLink && getSelection()?.isCollapsed !== false) row.querySelector('a')?.click();
}

function MemberRow(props: {
  member: Member;
  columns: readonly ColumnId[];
  customFields: readonly CustomField[];
  settings: RadarSettings | undefined;
  isSelected: boolean;
  onSelect: ((isChosen: boolean) => void) | null;
}) {
  const t = useTexts(memberTexts);
  const { member, columns, customFields, isSelected, onSelect } = props;
  const [now] = useState(() => Date.now());
  const name = memberName(member);
  return (
    <div
      role="row"
      className={style.member}
      data-row={member.id}
      data-selected={isSelected || undefined}
      tabIndex={-1}
      onClick={openMember}
    >
      {onSelect ? (
        <span role="cell" data-box>
          <input
            type="checkbox"
            aria-label={t('members.select', { name })}
            checked={isSelected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
        </span>
      ) : null}
      <span role="cell">
        <QuietLink to={paths.member(member.id)}>
          <Group component="span" gap={10} wrap="nowrap" py={4}>
            <MemberAvatar member={member} size={32} />
            <RowPair>
              <strong>{name}</strong>
              <small>{memberKana(member)}</small>
            </RowPair>
          </Group>
        </QuietLink>
      </span>
      {columns.map((column) => (
        <span key={column} role="cell" data-number={numbers.includes(column) || undefined}>
          <Cell {...{ member, column, customFields }} cold={isCold(member, props.settings, now)} />
        </span>
      ))}
    </div>
  );
}

function Cell(props: {
  member: Member;
  column: ColumnId;
  customFields: readonly CustomField[];
  cold: boolean;
}): ReactNode {
  const t = useTexts(memberTexts);
  const intl = useIntl();
  const { member, column, cold } = props;
  switch (column) {
    case 'company':
      return (
        <RowPair>
          <span>{member.company}</span>
          <small>{member.title}</small>
        </RowPair>
      );
    case 'type':
      return member.typeOfContract;
    case 'lastTalk':
      return (
        <Box
          component="span"
          c={cold ? 'var(--e-waiting)' : undefined}
          data-cold={cold || undefined}
          data-tip={cold ? t('members.cold') : undefined}
        >
          {member.lastTalkedAt ? (
            <RelativeTime at={member.lastTalkedAt} />
          ) : (
            t('members.talked.short')
          )}
        </Box>
      );
    case 'posts':
      return member.posts > 0 ? intl.formatNumber(member.posts) : '';
    case 'openIssues':
      return member.openIssues > 0 ? intl.formatNumber(member.openIssues) : '';
    default: {
      if (!column.startsWith('custom:')) {
        return memberFieldText(intl, member, column as MemberFieldName);
      }
      const field = props.customFields.find(({ id }) => column === `custom:${id}`);
      return field ? customFieldText(intl, member, field) : '';
    }
  }
}
