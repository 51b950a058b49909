import type { Insights } from '@engawa/contracts';
import { Box } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { Card } from './chart-card';
import { type DashboardAddress, postsPath, weeksOf } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import style from './dashboard.module.css';

/** A Monday, to format the names of weekdays. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
/** Place in a week that begins on Monday. */
const SATURDAY = 5;

/** The range week by week, newest first; each day and week opens its posts. */
export function WeekCard(props: { insights: Insights; address: DashboardAddress }) {
  const t = useTexts(dashboardTexts);
  const intl = useIntl();
  const { insights, address } = props;
  const weeks = weeksOf(address, insights.posts.byDay).reverse();
  const most = Math.max(1, ...insights.posts.byDay);
  const date = (day: string) =>
    intl.formatDate(`${day}T00:00:00Z`, { timeZone: 'UTC', month: 'numeric', day: 'numeric' });
  const weekdays = Array.from({ length: 7 }, (_, at) =>
    intl.formatDate(MONDAY + at * DAY_MS, { timeZone: 'UTC', weekday: 'short' }),
  );
  return (
    <Card title={t('dashboard.weeks')} size="wide">
      <Box mah={320} style={{ overflow: 'auto' }}>
        <table className={style.weeks}>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.week')}</th>
              {weekdays.map((name, at) => (
                <th key={name} scope="col" data-weekend={at >= SATURDAY || undefined}>
                  {name}
                </th>
              ))}
              <th scope="col">{t('dashboard.total')}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.from}>
                <th scope="row">
                  {date(week.from)}
                  {week.until === week.from ? null : `–${date(week.until)}`}
                </th>
                {week.days.map((day, at) => (
                  <td key={weekdays[at]} data-weekend={at >= SATURDAY || undefined}>
                    {day ? (
                      <Link
                        to={postsPath({ from: day.day, until: day.day })}
                        aria-label={t('dashboard.open', {
                          name: date(day.day),
                          count: day.count,
                        })}
                        style={{ '--heat': day.count / most }}
                        data-count={day.count}
                      >
                        {day.count}
                      </Link>
                    ) : null}
                  </td>
                ))}
                <td>
                  <Link to={postsPath({ from: week.from, until: week.until })}>{week.total}</Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </Card>
  );
}
