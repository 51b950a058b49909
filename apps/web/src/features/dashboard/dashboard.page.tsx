import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { addDays, dayOf } from '@engawa/contracts';
import { Box, Button, Group, SegmentedControl } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { shownData } from '../../shared/api/shown-data';
import { paths } from '../../shared/address/paths';
import { downloadFile } from '../../shared/api/download';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSession } from '../../shared/session/use-session';
import { FilterChip } from '../../shared/list/filter-chip';
import { PageFrame } from '../../shared/layout/page-frame';
import { EmptyState, ProblemNotice } from '../../shared/feedback/states';
import { showFailure } from '../../shared/feedback/toast.store';
import { DashboardCards } from './dashboard-cards';
import { DashboardSkeleton } from './dashboard-skeleton';
import { dashboardApi, type InsightsArgs, useGetInsightsQuery } from './dashboard.api';
import { type DashboardAddress, lengthOf, readDashboardAddress } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import { DayField } from '../../shared/form/day-field';
import { Card } from '../../shared/layout/card';
import style from './dashboard.module.css';

/** Polling interval while figures are recounted. */
const RECOUNT_POLL_MS = 3_000;

/** Figures of a range of days; every figure opens the posts that it counts (INS-1, INS-5). */
export function DashboardPage() {
  const t = useTexts(dashboardTexts);
  const problemText = useProblemText();
  const { space } = useSession();
  const [params, setParams] = useSearchParams();
  const [loaded] = useState(() => Date.now());
  const today = dayOf(new Date(loaded), space.timeZone);
  const address = readDashboardAddress(params, today);
  const { from, until, unit, deactivated } = address;
  const args: InsightsArgs = {
    from,
    to: until,
    unit,
    deactivated: deactivated ? 'true' : 'false',
  };
  const { useQueryState, useQuerySubscription } = dashboardApi.endpoints.getInsights;
  const insights = useQueryState(args);
  const counted = shownData(insights);
  const isRecounting = counted?.recounting === true;
  const { refetch } = useQuerySubscription(args, {
    pollingInterval: isRecounting ? RECOUNT_POLL_MS : 0,
  });
  const days = lengthOf(from, until);
  const before = useGetInsightsQuery({
    ...args,
    from: addDays(from, -days),
    to: addDays(from, -1),
  });

  const isEmpty =
    counted !== undefined &&
    counted.posts.total + counted.issues.opened + counted.issues.solved === 0;

  const set = (change: Partial<DashboardAddress>) => {
    const next = { ...address, ...change };
    const written = new URLSearchParams({ from: next.from, until: next.until });
    // A new range chooses its default period.
    if (change.unit) written.set('unit', change.unit);
    if (next.deactivated) written.set('deactivated', '1');
    setParams(written, { replace: true });
  };
  const csv = () =>
    downloadFile(
      `/insights/csv?${new URLSearchParams({ ...args }).toString()}`,
      'insights.csv',
    ).catch((error: unknown) => showFailure(problemText(error)));

  return (
    <PageFrame
      title={t('dashboard.title')}
      aside={
        <>
          <Button component={Link} to={paths.health} variant="default">
            {t('dashboard.health')}
          </Button>
          <Button
            className={style.csv}
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => void csv()}
            aria-label={t('dashboard.csv.long')}
          >
            {t('dashboard.csv')}
          </Button>
        </>
      }
    >
      <Group gap="xs" mb="md">
        <DayField
          aria-label={t('dashboard.from')}
          value={from}
          max={until}
          onChange={(day) => set({ from: day })}
        />
        <span aria-hidden="true">–</span>
        <DayField
          aria-label={t('dashboard.until')}
          value={until}
          min={from}
          onChange={(day) => set({ until: day })}
        />
        <SegmentedControl
          size="sm"
          aria-label={t('dashboard.unit')}
          value={unit}
          onChange={(value) => set({ unit: value as DashboardAddress['unit'] })}
          data={(['day', 'week', 'month'] as const).map((value) => ({
            value,
            label: t(`dashboard.unit.${value}`),
          }))}
        />
        <FilterChip aria-pressed={deactivated} onClick={() => set({ deactivated: !deactivated })}>
          {t('dashboard.deactivated')}
        </FilterChip>
      </Group>
      {insights.isLoading ? <DashboardSkeleton /> : null}
      {insights.isError ? (
        <ProblemNotice error={insights.error} onRetry={() => void refetch()} />
      ) : null}
      {isRecounting ? (
        <Card component="p" mb="md" py="xs" role="status">
          {t('dashboard.recounting')}
        </Card>
      ) : null}
      {counted && isEmpty && !isRecounting ? (
        <EmptyState icon={<IconChartBar size={40} stroke={1.2} />} title={t('dashboard.empty')}>
          {t('dashboard.empty.text')}
        </EmptyState>
      ) : null}
      {counted && !isEmpty ? (
        <Box opacity={insights.isFetching && !isRecounting ? 0.6 : 1}>
          <DashboardCards
            insights={counted}
            // The figures before those that are shown.
            before={(insights.isFetching ? before.data : before.currentData) ?? null}
            address={address}
            today={today}
          />
        </Box>
      ) : null}
    </PageFrame>
  );
}
