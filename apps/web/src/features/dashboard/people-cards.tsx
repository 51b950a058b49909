import type { Insights } from '@engawa/contracts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { memberName } from '../../shared/directory/names';
import { MemberAvatar, StaffAvatar } from '../../shared/avatar/person-avatar';
import { useTexts } from '../../shared/intl/messages';
import { Card } from './chart-card';
import { type DashboardAddress, postsPath, rangeOf } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import { Bar } from '../../shared/display/bar';
import { Note } from '../../shared/display/note';
import { CompactLink } from '../../shared/list/compact-link';
import { PeopleBars } from './people-bars';

/** Most people in the chart, and in the list. */
const BARS_SHOWN = 10;
const ROWS_SHOWN = 10;
/** Members that the API counts. */
const MEMBERS_COUNTED = 50;
/** Diameter of avatars in pixels. */
const AVATAR_SIZE_PX = 26;

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
  const t = useTexts(dashboardTexts);
  const people = insights.staffs
    .filter((row) => row.total > 0)
    .map(({ staff, total, byPeriod }): Person => ({
      id: staff.id,
      name: staff.displayName,
      face: <StaffAvatar staff={staff} size={AVATAR_SIZE_PX} />,
      total,
      byPeriod,
      filter: { staff: staff.id },
    }));
  return (
    <People
      people={people}
      title={t('dashboard.staffs')}
      overTime={t('dashboard.staffs.overTime')}
      file="posts-by-staff"
      insights={insights}
      address={address}
    />
  );
}

/** Where the list goes on; large enough for a finger also where it stands alone. */
export function AllMembers() {
  const t = useTexts(dashboardTexts);
  return (
    <Link
      to={`${paths.members}?sort=posts.desc`}
      style={{ display: 'inline-block', paddingBlock: 2 }}
    >
      {t('dashboard.members.all')}
    </Link>
  );
}

/** Posts by member, over time and in total. */
export function MemberCards({ insights, address }: PeopleProps) {
  const t = useTexts(dashboardTexts);
  const people = insights.members.map(({ member, total, byPeriod }): Person => ({
    id: member.id,
    name: memberName(member),
    face: <MemberAvatar member={member} size={AVATAR_SIZE_PX} />,
    total,
    byPeriod,
    filter: { member: member.id },
  }));
  return (
    <People
      people={people}
      title={t('dashboard.members')}
      overTime={t('dashboard.members.overTime')}
      file="posts-by-member"
      note={
        people.length > ROWS_SHOWN ? (
          <Note mb={8}>
            {people.length < MEMBERS_COUNTED
              ? null
              : `${t('dashboard.members.cut', { count: ROWS_SHOWN, counted: MEMBERS_COUNTED })} `}
            <AllMembers />
          </Note>
        ) : null
      }
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
    /** Below the list. */
    note?: ReactNode;
  },
) {
  const t = useTexts(dashboardTexts);
  const { people, insights, address } = props;
  if (people.length === 0) {
    return (
      <Card title={props.title} size="whole">
        <Note mb={8}>{t('dashboard.none')}</Note>
      </Card>
    );
  }
  return (
    <>
      <Card title={props.overTime} size="wide" file={props.file}>
        <PeopleBars
          label={props.overTime}
          periods={insights.periods}
          rows={people.slice(0, BARS_SHOWN).map(({ id, name, byPeriod, filter }) => ({
            ...{ key: id, name, byPeriod, filter },
          }))}
          address={address}
        />
        {people.length > BARS_SHOWN ? (
          <Note mb={8}>{t('dashboard.firstOf', { count: BARS_SHOWN })}</Note>
        ) : null}
      </Card>
      <Card title={props.title} size="narrow">
        <Ranks people={people.slice(0, ROWS_SHOWN)} address={address} />
        {props.note}
      </Card>
    </>
  );
}

/** People by number of posts; each row opens its posts. */
function Ranks({ people, address }: { people: readonly Person[]; address: DashboardAddress }) {
  const t = useTexts(dashboardTexts);
  const most = Math.max(1, ...people.map(({ total }) => total));
  return (
    <Text component="ol" size="sm">
      {people.map(({ id, name, face, total, filter }) => (
        <li key={id}>
          <CompactLink
            columns="26px minmax(0, 7.5em) minmax(0, 1fr) 3ch"
            to={postsPath({ ...rangeOf(address), ...filter })}
            aria-label={t('dashboard.open', { name, count: total })}
          >
            {face}
            <Text span truncate inherit>
              {name}
            </Text>
            <Bar share={total / most} />
            <Text span inherit ta="right" c="dimmed">
              {total}
            </Text>
          </CompactLink>
        </li>
      ))}
    </Text>
  );
}
