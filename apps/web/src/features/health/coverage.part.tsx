import type { StaffCoverage } from '@engawa/contracts';
import { Box } from '@mantine/core';
import { IconUserOff, IconUsersGroup } from '@tabler/icons-react';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { useTexts } from '../../shared/intl/messages';
import { PartProblem } from '../../shared/feedback/part-problem';
import { EmptyState, ListSkeleton } from '../../shared/feedback/states';
import { POLL_MS } from './cold.part';
import { useGetStaffCoverageQuery } from './health.api';
import type { HealthAddress } from './health.rules';
import { healthTexts } from './health.messages';
import layout from '../../shared/layout/common.module.css';
import { LeavingPanel } from './leaving-panel';
import { Bar } from '../../shared/display/bar';
import { Note } from '../../shared/display/note';
import { RowButton, RowList } from '../../shared/list/row-list';

/** Members known by one staff member only; a row opens what leaves with that person. */
export function CoveragePart(props: {
  address: HealthAddress;
  onChange: (change: Partial<HealthAddress>) => void;
}) {
  const t = useTexts(healthTexts);
  const { data, error, refetch } = useGetStaffCoverageQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) return <PartProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={6} />;
  if (data.staffs.length === 0 && data.knownByNobody === 0) {
    return (
      <EmptyState
        icon={<IconUsersGroup size={40} stroke={1.2} />}
        title={t('health.coverage.empty')}
      >
        {t('health.coverage.empty.text')}
      </EmptyState>
    );
  }
  return <Coverage coverage={data} {...props} />;
}

function Coverage(props: {
  coverage: StaffCoverage;
  address: HealthAddress;
  onChange: (change: Partial<HealthAddress>) => void;
}) {
  const t = useTexts(healthTexts);
  const { coverage, address, onChange } = props;
  const rows = [
    ...coverage.staffs.map(({ staff, onlyKnownBy }) => ({
      id: staff.id,
      name: staff.displayName,
      staff,
      count: onlyKnownBy,
    })),
    ...(coverage.knownByNobody > 0
      ? [
          {
            id: 'none',
            name: t('health.coverage.nobody'),
            staff: null,
            count: coverage.knownByNobody,
          },
        ]
      : []),
  ];
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <>
      <Note mb="sm">{t('health.coverage.lead')}</Note>
      <RowList>
        {rows.map(({ id, name, staff, count }) => {
          const open = address.staff === id;
          return (
            <RowButton
              key={id}
              columns="32px minmax(0, 12em) minmax(0, 1fr) auto"
              narrow="32px minmax(0, 1fr) auto"
              below={open ? <LeavingPanel staffId={id} name={staff ? name : null} /> : null}
              aria-expanded={open}
              aria-label={staff ? t('health.coverage.row', { name, count }) : `${name} ${count}`}
              data-tip={t('health.coverage.share', { count, total: coverage.members })}
              onClick={() => onChange({ staff: open ? '' : id })}
            >
              {staff ? (
                <StaffAvatar staff={staff} size={32} />
              ) : (
                <IconUserOff size={24} stroke={1.5} aria-hidden="true" />
              )}
              <span className={layout.clip}>{name}</span>
              <Box component="span" className={layout.wideOnly}>
                <Bar share={count / most} />
              </Box>
              <Note component="span" ta="right">
                {t('health.cold.count', { count })}
              </Note>
            </RowButton>
          );
        })}
      </RowList>
    </>
  );
}
