import { IconId } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { StaffHead } from '../../features/staffs/staff-head';
import { useGetStaffQuery } from '../../features/staffs/staffs.api';
import { staffTexts } from '../../features/staffs/staffs.messages';
import { PostFeed } from '../../features/timeline/feed/post-feed';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { PersonFrame } from './person-frame';
import { StaffAside } from './staff-aside';

/** A staff member with their posts; stays mounted under its post sub-routes. */
export function StaffPage() {
  const t = useTexts(staffTexts);
  const session = useSession();
  const { staffId = '' } = useParams();
  const { currentData: staff, error, refetch } = useGetStaffQuery(staffId);
  const place = useMemo(() => ({ kind: 'staff', id: staffId }) as const, [staffId]);
  return (
    <PersonFrame
      title={staff?.displayName ?? t('staffs.title')}
      person={staff}
      error={error}
      onRetry={() => void refetch()}
      gone={{
        icon: <IconId size={40} stroke={1.2} />,
        title: t('staffs.gone'),
        text: t('staffs.gone.text'),
        action: t('staffs.gone.action'),
        to: paths.staffs,
      }}
    >
      {(found) => (
        <PostFeed
          key={staffId}
          place={place}
          composer={staffId === session.staff.id}
          aside={<StaffAside staff={found} place={place} />}
          head={<StaffHead staff={found} />}
        />
      )}
    </PersonFrame>
  );
}
