import type { Insights } from '@engawa/contracts';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { labelName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { type DashboardAddress, postsPath, rangeOf } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import style from './dashboard.module.css';
import { IssueCard, LabelBars, LabelShare } from './label-cards';
import { NetworkCards } from './network-card';
import { MemberCards, StaffCards } from './people-cards';
import { WeekCard } from './week-card';

/** All cards of the dashboard; every figure opens the posts that it counts (INS-5). */
export function DashboardCards(props: {
  insights: Insights;
  /** The preceding range of the same length, for comparison. */
  before: Insights | null;
  address: DashboardAddress;
}) {
  const say = useTexts(dashboardTexts);
  const intl = useIntl();
  const { data: labels = [] } = useListLabelsQuery();
  const { insights, before, address } = props;
  const range = rangeOf(address);
  const nameOf = (labelId: string) => {
    const label = labels.find((one) => one.id === labelId);
    return label ? labelName(intl, label) : say('dashboard.label.gone');
  };
  const writers = (of: Insights) => of.staffs.filter((row) => row.total > 0).length;
  const cards = { insights, address, labels, nameOf };
  return (
    <div className={style.grid}>
      <div className={style.figures}>
        <Figure
          word={say('dashboard.posts')}
          value={insights.posts.total}
          before={before?.posts.total}
          to={postsPath(range)}
        />
        <Figure
          word={say('dashboard.writers')}
          value={writers(insights)}
          before={before ? writers(before) : undefined}
        />
        <Figure
          word={say('dashboard.issues.open')}
          value={insights.issues.opened}
          before={before?.issues.opened}
          to={postsPath({ ...range, issue: 'opened' })}
        />
        <Figure
          word={say('dashboard.issues.solved')}
          value={insights.issues.solved}
          before={before?.issues.solved}
          to={postsPath({ ...range, issue: 'solved' })}
        />
      </div>
      <LabelBars {...cards} />
      <LabelShare {...cards} />
      <WeekCard insights={insights} address={address} />
      <IssueCard {...cards} />
      <StaffCards insights={insights} address={address} />
      <MemberCards insights={insights} address={address} />
      <NetworkCards insights={insights} address={address} />
    </div>
  );
}

function Figure(props: { word: string; value: number; before: number | undefined; to?: string }) {
  const say = useTexts(dashboardTexts);
  const intl = useIntl();
  const change = props.before === undefined ? null : props.value - props.before;
  const inside = (
    <>
      <span className={style.figureWord}>{props.word}</span>
      <strong className={style.figureValue}>{intl.formatNumber(props.value)}</strong>
      <small className={style.figureChange}>
        {change === null
          ? ''
          : say('dashboard.change', {
              change: intl.formatNumber(change, { signDisplay: 'always' }),
            })}
      </small>
    </>
  );
  return props.to ? (
    <Link to={props.to} className={style.figure}>
      {inside}
    </Link>
  ) : (
    <div className={style.figure}>{inside}</div>
  );
}
