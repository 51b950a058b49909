import type { Insights } from '@engawa/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { memberName } from '../../shared/directory/names';
import { MemberFace, StaffFace } from '../../shared/directory/person-face';
import { useTexts } from '../../shared/intl/messages';
import { Card } from './chart-card';
import { type DashboardAddress, postsPath, rangeOf, seriesInks } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import style from './dashboard.module.css';
import { StackedBars } from './stacked-bars';

/** Most people with their own colour, and in the list. */
const DRAWN = 10;
const LISTED = 10;
/** Diameter of avatars in pixels. */
const FACE_SIZE = 26;

interface Person {
  id: string;
  name: string;
  face: ReactNode;
  total: number;
  byPeriod: readonly number[];
  filter: Readonly<Record<string, string>>;
}

interface PeopleProps {
  insights: Insights;
  address: DashboardAddress;
}

/** Posts by staff member, over time and in total. */
export function StaffCards({ insights, address }: PeopleProps) {
  const say = useTexts(dashboardTexts);
  const people = insights.staffs
    .filter((row) => row.total > 0)
    .map(({ staff, total, byPeriod }): Person => ({
      id: staff.id,
      name: staff.displayName,
      face: <StaffFace staff={staff} size={FACE_SIZE} />,
      total,
      byPeriod,
      filter: { staff: staff.id },
    }));
  return (
    <People
      people={people}
      title={say('dashboard.staffs')}
      overTime={say('dashboard.staffs.overTime')}
      file="posts-by-staff"
      insights={insights}
      address={address}
    />
  );
}

/** Posts by member, over time and in total. */
export function MemberCards({ insights, address }: PeopleProps) {
  const say = useTexts(dashboardTexts);
  const people = insights.members.map(({ member, total, byPeriod }): Person => ({
    id: member.id,
    name: memberName(member),
    face: <MemberFace member={member} size={FACE_SIZE} />,
    total,
    byPeriod,
    filter: { member: member.id },
  }));
  return (
    <People
      people={people}
      title={say('dashboard.members')}
      overTime={say('dashboard.members.overTime')}
      file="posts-by-member"
      insights={insights}
      address={address}
    />
  );
}

function People(
  props: PeopleProps & {
    people: readonly Person[];
    title: string;
    overTime: string;
    file: string;
  },
) {
  const say = useTexts(dashboardTexts);
  const { people, insights, address } = props;
  if (people.length === 0) {
    return (
      <Card title={props.title} size="whole">
        <p className={style.none}>{say('dashboard.none')}</p>
      </Card>
    );
  }
  return (
    <>
      <Card title={props.overTime} size="wide" file={props.file}>
        <StackedBars
          label={props.overTime}
          height={330}
          periods={insights.periods}
          rows={people.slice(0, DRAWN).map(({ id, name, byPeriod, filter }, at) => ({
            key: id,
            name,
            ink: seriesInks[at % seriesInks.length]!,
            byPeriod,
            filter,
          }))}
          address={address}
        />
        {people.length > DRAWN ? (
          <p className={style.none}>{say('dashboard.firstOf', { count: DRAWN })}</p>
        ) : null}
      </Card>
      <Card title={props.title} size="narrow">
        <Ranks people={people.slice(0, LISTED)} address={address} />
      </Card>
    </>
  );
}

/** People by number of posts; each row opens its posts. */
function Ranks({ people, address }: { people: readonly Person[]; address: DashboardAddress }) {
  const say = useTexts(dashboardTexts);
  const most = Math.max(1, ...people.map(({ total }) => total));
  return (
    <ol className={style.ranks}>
      {people.map(({ id, name, face, total, filter }) => (
        <li key={id}>
          <Link
            to={postsPath({ ...rangeOf(address), ...filter })}
            aria-label={say('dashboard.open', { name, count: total })}
          >
            {face}
            <span className={style.rankName}>{name}</span>
            <span className={style.rankBar}>
              <i style={{ width: `${(total / most) * 100}%` }} />
            </span>
            <span className={style.count}>{total}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
