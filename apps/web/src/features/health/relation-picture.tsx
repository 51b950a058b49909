import type { MemberRelation, Relations } from '@engawa/contracts';
import { Text, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { memberName } from '../../shared/directory/names';
import { chartColours } from '../../shared/display/chart-palette';
import { Note } from '../../shared/display/note';
import { useTexts } from '../../shared/intl/messages';
import { daysSince } from '../../shared/intl/dates';
import { Dots, HEAD_PX, ROW_PX } from './relation-dots';
import { Legend } from './relation-legend';
import { introductionPath, otherOf } from './relation-names';
import { relationTexts } from './relations.messages';
import style from './relations.module.css';
import {
  type Arc,
  arcsByMember,
  arcsOf,
  coloursOf,
  daysOf,
  rankedStaffs,
  rowsInSight,
} from './relations.rules';

/** Height of the scrolled part of the picture. */
const SIGHT_PX = 20 * ROW_PX;

/** Rows scroll as a page does; only those in sight are drawn, so 2,000 cost as much as 20. */
export function Picture({ relations }: { relations: Relations }) {
  const t = useTexts(relationTexts);
  const navigate = useNavigate();
  const scheme = useComputedColorScheme('light');
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const [current, setCurrent] = useState(0);
  const { items } = relations;
  const { from, to } = rowsInSight(scrolled, SIGHT_PX, ROW_PX, items.length);
  const rows = useMemo(() => items.slice(from, to), [items, from, to]);
  const ranked = useMemo(() => rankedStaffs(relations), [relations]);
  const colours = useMemo(() => coloursOf(ranked, chartColours[scheme]), [ranked, scheme]);
  const arcs = useMemo(() => arcsOf(relations), [relations]);
  const ofMember = useMemo(() => arcsByMember(arcs), [arcs]);
  const [pointed, setPointed] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const emphasised = pointed ?? (isFocused ? (items[current]?.member.id ?? null) : null);

  const go = (to: number) => {
    const row = Math.max(0, Math.min(items.length - 1, to));
    setCurrent(row);
    const box = scroller.current;
    if (!box) return;
    const top = row * ROW_PX;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW_PX > box.scrollTop + SIGHT_PX) box.scrollTop = top + ROW_PX - SIGHT_PX;
  };
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ...{ ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 19, PageUp: -19 },
      ...{ Home: -items.length, End: items.length },
    };
    const step = steps[event.key];
    if (step !== undefined) go(current + step);
    else if (event.key === 'Enter') void navigate(paths.member(items[current]!.member.id));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Note mb="xs">{t('relations.lead')}</Note>
      <Legend {...{ relations, ranked, colours, scheme }} hasArcs={arcs.length > 0} />
      <div
        ref={scroller}
        style={{
          height: Math.min(SIGHT_PX, items.length * ROW_PX) + HEAD_PX,
          overflowY: 'auto',
          borderBlock: '1px solid var(--e-line)',
        }}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      >
        <div style={{ height: items.length * ROW_PX + HEAD_PX }}>
          <div className={style.sight}>
            <div
              style={{ paddingTop: HEAD_PX }}
              role="listbox"
              tabIndex={0}
              aria-label={t('relations.chart', {
                count: items.length,
                months: relations.months.length,
              })}
              aria-activedescendant={`relation-${items[current]?.member.id}`}
              onKeyDown={onKey}
              onFocus={() => setFocused(true)}
              onBlur={() => setFocused(false)}
              onMouseLeave={() => setPointed(null)}
            >
              {rows.map((row, at) => (
                <RowHead
                  key={row.member.id}
                  row={row}
                  arcs={ofMember.get(row.member.id)}
                  isCurrent={from + at === current}
                  onPoint={setPointed}
                />
              ))}
            </div>
            <Dots
              relations={relations}
              rows={rows}
              from={from}
              arcs={arcs}
              colours={colours}
              emphasised={emphasised}
              onPoint={setPointed}
              onArc={(arc) => void navigate(introductionPath(arc))}
              onDot={(row, month) => {
                const { from: first, until } = daysOf(month);
                const query = `kind=post&member=${row.member.id}&from=${first}&until=${until}`;
                void navigate(`${paths.search}?${query}`);
              }}
            />
          </div>
        </div>
      </div>
    </>
  );
}

function RowHead(props: {
  row: MemberRelation;
  arcs: readonly Arc[] | undefined;
  isCurrent: boolean;
  onPoint: (memberId: string) => void;
}) {
  const t = useTexts(relationTexts);
  const intl = useIntl();
  const [now] = useState(() => Date.now());
  const { arcs, isCurrent } = props;
  const { member, lastTalkedAt, isCold } = props.row;
  const names = arcs?.map((arc) => memberName(otherOf(arc, member.id)));
  return (
    <Link
      id={`relation-${member.id}`}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      className={style.row}
      to={paths.member(member.id)}
      onMouseEnter={() => props.onPoint(member.id)}
    >
      <MemberAvatar member={member} size={20} />
      <Text span truncate inherit flex={1}>
        {memberName(member)}
      </Text>
      <Text span size="xs" c={isCold ? 'var(--e-waiting)' : 'var(--e-faint)'}>
        {lastTalkedAt
          ? t('relations.days', { days: daysSince(lastTalkedAt, now) })
          : t('relations.never')}
      </Text>
      {names ? (
        <VisuallyHidden>
          {t('relations.arcs.of', { names: intl.formatList(names, { type: 'unit' }) })}
        </VisuallyHidden>
      ) : null}
    </Link>
  );
}
