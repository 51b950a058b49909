import type { MemberRef } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { handoverTexts } from '../../features/handover/handover.messages';
import style from '../../features/handover/today.module.css';
import {
  useListColdMembersInfiniteQuery,
  useListOpenIssueMembersQuery,
} from '../../features/health/health.api';
import { daysSince } from '../../features/health/health.rules';
import { paths } from '../../shared/address/paths';
import { memberName } from '../../shared/directory/names';
import { MemberFace } from '../../shared/directory/person-face';
import { useTexts } from '../../shared/intl/messages';

/** Most members that are named. */
const SHOWN = 5;
/** Of these, so many at most have been silent; the rest have open issues. */
const SILENT = 3;

interface Wanted {
  member: MemberRef;
  /** When the last talk was; null where there was none, undefined where it is not the reason. */
  quietSince?: string | null;
  openIssues: number;
}

/** Members whom nobody talked with for long, or whose issues are open: a few, not all. */
function useWanted(): Wanted[] {
  const cold = useListColdMembersInfiniteQuery({ state: 'cold' });
  const { data: open = [] } = useListOpenIssueMembersQuery();
  const silent: Wanted[] = (cold.data?.pages[0]?.items ?? []).map((one) => ({
    member: one.member,
    quietSince: one.lastTalkedAt,
    openIssues: one.openIssues,
  }));
  const first = silent.slice(0, SILENT);
  const known = new Set(first.map(({ member }) => member.id));
  const issues = open
    .filter(({ member }) => !known.has(member.id))
    .map(({ member, openIssues }) => ({ member, openIssues }));
  const chosen: Wanted[] = [...first, ...issues].slice(0, SHOWN);
  return chosen.length < SHOWN
    ? [...chosen, ...silent.slice(SILENT, SILENT + SHOWN - chosen.length)]
    : chosen;
}

export function ReachOutPart() {
  const say = useTexts(handoverTexts);
  const [now] = useState(() => Date.now());
  const wanted = useWanted();
  if (wanted.length === 0) return null;
  const reason = ({ quietSince, openIssues }: Wanted) => {
    const quiet =
      quietSince === undefined
        ? ''
        : quietSince === null
          ? say('today.reachOut.never')
          : say('today.reachOut.quiet', { days: daysSince(quietSince, now) });
    const issues = openIssues > 0 ? say('today.reachOut.issues', { count: openIssues }) : '';
    return quiet && issues ? say('today.reachOut.both', { quiet, issues }) : quiet || issues;
  };
  return (
    <section className={style.section} aria-label={say('today.reachOut')} data-kind="reachOut">
      <h2>{say('today.reachOut')}</h2>
      <ul className={style.list}>
        {wanted.map((one) => (
          <li key={one.member.id} className={style.row} data-row>
            <MemberFace member={one.member} size={36} />
            <Link to={paths.member(one.member.id)} className={style.event}>
              <span className={style.name}>{memberName(one.member)}</span>
              <small>{reason(one)}</small>
            </Link>
            <Button
              component={Link}
              to={paths.memberBrief(one.member.id)}
              variant="subtle"
              size="compact-sm"
            >
              {say('today.reachOut.brief')}
            </Button>
            <Button
              component={Link}
              to={`${paths.member(one.member.id)}?write`}
              variant="default"
              size="compact-sm"
            >
              {say('today.reachOut.write')}
            </Button>
          </li>
        ))}
      </ul>
      <p className={style.more}>
        <Link to={paths.health}>{say('today.reachOut.more')}</Link>
      </p>
    </section>
  );
}
