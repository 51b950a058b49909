import { Button, Text } from '@mantine/core';
import { IconId, IconSettings } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { staffRoleTexts } from '../../shared/directory/staff-role.messages';
import { commonTexts } from '../../shared/intl/common.messages';
import layout from '../../shared/layout/common.module.css';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { ChipRow, FilterChip } from '../../shared/list/filter-chip';
import { PageFrame } from '../../shared/layout/page-frame';
import { RowLink, RowList, RowPair } from '../../shared/list/row-list';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { staffTexts } from './staffs.messages';

/** All staff of the space. */
export function StaffsPage() {
  const t = useTexts(staffTexts);
  const common = useTexts(commonTexts);
  const role = useTexts(staffRoleTexts);
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const { data = [], isLoading, isSuccess, error, refetch } = useListStaffsQuery();
  const all = params.get('deactivated') === '1';
  const staffs = data.filter((staff) => all || !staff.deactivated);
  return (
    <PageFrame
      title={t('staffs.title')}
      aside={
        <>
          <Text component="span" size="sm" c="dimmed" role="status">
            {isSuccess ? t('staffs.count', { count: staffs.length }) : ''}
          </Text>
          {can('staff.manage') ? (
            <Button
              component={Link}
              to={paths.staffSetting}
              variant="default"
              leftSection={<IconSettings size={18} stroke={1.5} aria-hidden="true" />}
            >
              {t('staffs.manage')}
            </Button>
          ) : null}
        </>
      }
    >
      {data.some((staff) => staff.deactivated) ? (
        <ChipRow style={{ marginBottom: 12 }}>
          <FilterChip
            aria-pressed={all}
            onClick={() => setParams(all ? {} : { deactivated: '1' }, { replace: true })}
          >
            {t('staffs.deactivated')}
          </FilterChip>
        </ChipRow>
      ) : null}
      {isLoading ? <ListSkeleton rows={6} /> : null}
      {error && data.length === 0 ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : null}
      {isSuccess && staffs.length === 0 ? (
        <EmptyState icon={<IconId size={40} stroke={1.2} />} title={t('staffs.empty')} />
      ) : null}
      <RowList>
        {staffs.map((staff) => (
          <RowLink
            key={staff.id}
            to={paths.staff(staff.id)}
            columns="44px minmax(0, 1fr) minmax(0, 1.6fr) 144px"
            narrow="44px minmax(0, 1fr) auto"
          >
            <StaffAvatar staff={staff} size={44} />
            <RowPair>
              <strong>{staff.displayName}</strong>
              <small>{staff.jobTitle}</small>
            </RowPair>
            <Text component="span" className={layout.wideOnly} size="sm" c="dimmed" lineClamp={2}>
              {staff.bio}
            </Text>
            <Text component="span" size="xs" c="dimmed" ta="right">
              {staff.deactivated
                ? common('common.deactivated')
                : staff.role === 'staff'
                  ? ''
                  : role(`staffRole.${staff.role}`)}
            </Text>
          </RowLink>
        ))}
      </RowList>
    </PageFrame>
  );
}
