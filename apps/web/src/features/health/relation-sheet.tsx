import type { Relations } from '@engawa/contracts';
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { memberName } from '../../shared/directory/names';
import { chartColours } from '../../shared/display/chart-palette';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { daysSince } from '../../shared/intl/dates';
import { arcLook, Legend } from './relation-legend';
import { useMonthName } from './relation-names';
import { Recounting, Sentences } from './relation-summary';
import { relationTexts } from './relations.messages';
import style from './relations.module.css';
import { arcsOf, coloursOf, curveOf, dotSize, rankedStaffs } from './relations.rules';

/** Lines of the printed sheet: what fits on A4 beside its sentences. */
const SHEET_ROWS = 36;

/** What is printed on A4: the month's sentences and the longest silences. */
export function Sheet({ relations }: { relations: Relations }) {
  const t = useTexts(relationTexts);
  const month = useMonthName();
  const { space } = useSession();
  const { items, months } = relations;
  const [now] = useState(() => Date.now());
  const ranked = rankedStaffs(relations);
  const colours = coloursOf(ranked, chartColours.light);
  const rows = items.slice(0, SHEET_ROWS);
  const arcs = arcsOf({ ...relations, items: rows });
  return (
    <article className={style.sheet} aria-hidden="true">
      <Group justify="space-between" align="baseline">
        <h1>{t('relations.sheet')}</h1>
        <span>
          {space.displayName} · {month(months.at(-1)!, 'long')}
        </span>
      </Group>
      <Recounting relations={relations} />
      <Sentences relations={relations} size="sm" />
      <Legend {...{ relations, ranked, colours }} scheme="light" hasArcs={arcs.length > 0} />
      <div className={style.plot}>
        <svg
          {...arcLook}
          style={{ height: `${(100 * rows.length) / (rows.length + 1)}%` }}
          viewBox={`0 0 ${months.length} ${rows.length}`}
          preserveAspectRatio="none"
        >
          {arcs.map((arc) => {
            const { x1, y1, x2, y2, cpx1, cpy1 } = curveOf(arc, 0, 1, 1);
            return (
              <path
                key={arc.introduction.postId}
                vectorEffect="non-scaling-stroke"
                d={`M${x1} ${y1}Q${cpx1} ${cpy1} ${x2} ${y2}`}
              />
            );
          })}
        </svg>
        <table>
          <thead>
            <tr>
              <th />
              <th />
              {months.map((one) => (
                <th key={one}>{month(one, 'short')}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.member.id}>
                <th>{memberName(row.member)}</th>
                <td style={row.isCold ? { color: 'var(--e-waiting)' } : undefined}>
                  {row.lastTalkedAt
                    ? t('relations.days', { days: daysSince(row.lastTalkedAt, now) })
                    : t('relations.never')}
                </td>
                {row.talks.map((talks, at) => (
                  <td key={months[at]}>
                    {talks > 0 ? (
                      <i
                        style={{
                          width: dotSize(talks) * 0.7,
                          height: dotSize(talks) * 0.7,
                          borderRadius: '50%',
                          background: colours[row.by[at] ?? -1],
                          outline:
                            row.openIssues[at]! > 0 ? '2px solid var(--e-waiting)' : undefined,
                        }}
                      />
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {relations.total > SHEET_ROWS ? (
        <Text fz="inherit" mt={8} c="dimmed">
          {t('relations.cut', { total: relations.total, count: SHEET_ROWS })}
        </Text>
      ) : null}
    </article>
  );
}
