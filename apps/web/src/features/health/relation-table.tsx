import '@mantine/core/styles/Table.css';
import type { Relations } from '@engawa/contracts';
import { Button, Group, Table } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import layout from '../../shared/layout/common.module.css';
import { daysSince } from '../../shared/intl/dates';
import { introductionPath, otherOf, useDayName, useMonthName } from './relation-names';
import { relationTexts } from './relations.messages';
import { type Arc, arcsByMember, arcsOf } from './relations.rules';

const TABLE_ROWS = 100;

/** The same figures as numbers. */
export function RelationTable({ relations }: { relations: Relations }) {
  const t = useTexts(relationTexts);
  const month = useMonthName();
  const [shown, setShown] = useState(TABLE_ROWS);
  const [now] = useState(() => Date.now());
  const { items, months } = relations;
  const ofMember = useMemo(() => arcsByMember(arcsOf(relations)), [relations]);
  return (
    <div className={layout.scroll}>
      <Table fz="sm" style={{ whiteSpace: 'nowrap' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('relations.member')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('relations.silence')}
            </Table.Th>
            {months.map((one) => (
              <Table.Th key={one} scope="col" ta="right">
                {month(one, 'short')}
              </Table.Th>
            ))}
            {ofMember.size > 0 ? (
              <Table.Th scope="col">{t('relations.arcs.column')}</Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.slice(0, shown).map(({ member, talks, openIssues, lastTalkedAt, isCold }) => (
            <Table.Tr key={member.id} ta="right">
              <Table.Th scope="row">
                <Link to={paths.member(member.id)}>{memberName(member)}</Link>
              </Table.Th>
              <Table.Td c={isCold ? 'var(--e-waiting)' : undefined}>
                {lastTalkedAt ? daysSince(lastTalkedAt, now) : t('relations.never')}
              </Table.Td>
              {talks.map((count, at) => (
                <Table.Td key={months[at]} {...(openIssues[at]! > 0 ? withIssue : {})}>
                  {count || ''}
                </Table.Td>
              ))}
              {ofMember.size > 0 ? (
                <IntroductionCell memberId={member.id} arcs={ofMember.get(member.id)} />
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {items.length > shown ? (
        <Button variant="default" onClick={() => setShown(shown + TABLE_ROWS)}>
          {t('relations.more')}
        </Button>
      ) : null}
    </div>
  );
}

const withIssue = { fw: 600, c: 'var(--e-waiting)' } as const;

function IntroductionCell(props: { memberId: string; arcs: readonly Arc[] | undefined }) {
  const t = useTexts(relationTexts);
  const dayName = useDayName();
  return (
    <Table.Td miw={200} ta="left">
      <Group gap="0 12px">
        {props.arcs?.map((arc) => (
          <Link key={arc.introduction.postId} to={introductionPath(arc)}>
            {t('relations.arcs.one', {
              name: memberName(otherOf(arc, props.memberId)),
              day: dayName(arc.introduction.day),
            })}
          </Link>
        ))}
      </Group>
    </Table.Td>
  );
}
