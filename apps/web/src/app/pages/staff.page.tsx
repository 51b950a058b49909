import { Button } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { StaffHead } from '../../features/staffs/staff-head';
import { useGetStaffQuery } from '../../features/staffs/staffs.api';
import { staffTexts } from '../../features/staffs/staffs.messages';
import { PostFeed } from '../../features/timeline/post-feed';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { useSession } from '../../shared/session/use-session';
import { usePageTitle } from '../../shared/ui/page-frame';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import style from './person.module.css';

/** One staff with what they wrote; stays mounted under its post sub-routes. */
export function StaffPage() {
  const say = useTexts(staffTexts);
  const session = useSession();
  const { staffId = '' } = useParams();
  const { data: staff, error, refetch } = useGetStaffQuery(staffId);
  const place = useMemo(() => ({ kind: 'staff', id: staffId }) as const, [staffId]);
  usePageTitle(staff?.displayName ?? say('staffs.title'));
  if (error && !staff) {
    return (
      <div className={style.page}>
        {problemFrom(error).status === 404 ? (
          <EmptyState
            icon={<IconId size={40} stroke={1.2} />}
            title={say('staffs.gone')}
            action={
              <Button component={Link} to={paths.staffs} variant="default">
                {say('staffs.gone.action')}
              </Button>
            }
          >
            {say('staffs.gone.text')}
          </EmptyState>
        ) : (
          <ProblemNotice error={error} onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  if (!staff) {
    return (
      <div className={style.page}>
        <ListSkeleton rows={6} />
      </div>
    );
  }
  return (
    <PostFeed
      key={staffId}
      place={place}
      composer={staffId === session.staff.id}
      head={<StaffHead staff={staff} />}
    />
  );
}
