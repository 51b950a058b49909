import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Button, Switch } from '@mantine/core';
import { IconId, IconSettings } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { StaffFace } from '../../shared/directory/person-face';
import { staffRoleTexts } from '../../shared/directory/staff-role.messages';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { PageFrame } from '../../shared/ui/page-frame';
import { ListTools, RowLink, RowList, RowPair } from '../../shared/ui/row-list';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { staffTexts } from './staffs.messages';
import style from './staffs.module.css';

/** All staff of the space. */
export function StaffsPage() {
  const say = useTexts(staffTexts);
  const common = useTexts(commonTexts);
  const role = useTexts(staffRoleTexts);
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const { data = [], isLoading, isSuccess, error, refetch } = useListStaffsQuery();
  const all = params.get('deactivated') === '1';
  const staffs = data.filter((staff) => all || !staff.deactivated);
  return (
    <PageFrame
      title={say('staffs.title')}
      width={920}
      aside={
        can('staff.manage') ? (
          <Button
            component={Link}
            to={paths.staffSetting}
            variant="default"
            leftSection={<IconSettings size={18} stroke={1.5} aria-hidden="true" />}
          >
            {say('staffs.manage')}
          </Button>
        ) : null
      }
    >
      <ListTools total={isSuccess ? say('staffs.count', { count: staffs.length }) : ''}>
        {data.some((staff) => staff.deactivated) ? (
          <Switch
            label={say('staffs.deactivated')}
            checked={all}
            onChange={(event) =>
              setParams(event.currentTarget.checked ? { deactivated: '1' } : {}, { replace: true })
            }
          />
        ) : null}
      </ListTools>
      {isLoading ? <ListSkeleton rows={6} /> : null}
      {error && data.length === 0 ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : null}
      {isSuccess && staffs.length === 0 ? (
        <EmptyState icon={<IconId size={40} stroke={1.2} />} title={say('staffs.empty')} />
      ) : null}
      <RowList>
        {staffs.map((staff) => (
          <RowLink key={staff.id} to={paths.staff(staff.id)} className={style.row}>
            <StaffFace staff={staff} size={44} />
            <RowPair>
              <strong>{staff.displayName}</strong>
              <small>{staff.jobTitle}</small>
            </RowPair>
            <span className={style.bio}>{staff.bio}</span>
            <span className={style.role}>
              {staff.deactivated
                ? common('common.deactivated')
                : staff.role === 'staff'
                  ? ''
                  : role(`staffRole.${staff.role}`)}
            </span>
          </RowLink>
        ))}
      </RowList>
    </PageFrame>
  );
}
