import { Box, Button, Group } from '@mantine/core';
import { IconPrinter, IconTable, IconUsers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Note } from '../../shared/display/note';
import { PartProblem } from '../../shared/feedback/part-problem';
import { EmptyState, ListSkeleton } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { useGetRelationsQuery } from './health.api';
import { Picture } from './relation-picture';
import { Sheet } from './relation-sheet';
import { Recounting, Sentences } from './relation-summary';
import { RelationTable } from './relation-table';
import { relationTexts } from './relations.messages';
import style from './relations.module.css';
import { sinceFirstTalk } from './relations.rules';

const POLL_MS = 60_000;

/** Talks with every member over 12 months, the longest silence first (INS-7). */
export function RelationsPart() {
  const t = useTexts(relationTexts);
  const { data, error, refetch } = useGetRelationsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const [asTable, setAsTable] = useState(false);
  const shown = useMemo(() => data && sinceFirstTalk(data), [data]);
  if (error && !data) return <PartProblem error={error} onRetry={() => void refetch()} />;
  if (!data || !shown) return <ListSkeleton rows={8} />;
  if (data.items.length === 0) {
    return (
      <EmptyState icon={<IconUsers size={40} stroke={1.2} />} title={t('relations.empty')}>
        {t('relations.empty.text')}
      </EmptyState>
    );
  }
  return (
    <Box component="section" mb={32} className={style.relations} aria-labelledby="relations-title">
      <Group gap="xs">
        <Box component="h2" flex="1 1 300px" id="relations-title">
          {t('relations.title', { count: shown.months.length })}
        </Box>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconTable size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'relations.picture' : 'relations.table')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('relations.print')}
        </Button>
      </Group>
      <Recounting relations={shown} />
      <Sentences relations={shown} />
      {asTable ? <RelationTable relations={shown} /> : <Picture relations={shown} />}
      {data.total > data.items.length ? (
        <Note mb="xs">{t('relations.cut', { total: data.total, count: data.items.length })}</Note>
      ) : shown.months.length < data.months.length ? (
        <Note mt="xs">{t('relations.since')}</Note>
      ) : null}
      <Sheet relations={shown} />
    </Box>
  );
}
