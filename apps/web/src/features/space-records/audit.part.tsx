import '../../shared/theme/floating-sheets';
import { addDays } from '@engawa/contracts';
import { Box, Button, Group, NativeSelect } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { fromLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { DayRange } from '../../shared/form/day-range';
import { NoPermission } from '../../shared/feedback/no-permission';
import { LoadMore } from '../../shared/list/load-more';
import { SettingPage } from '../../shared/layout/setting-page';
import { RowList } from '../../shared/list/row-list';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { Entry } from './audit-entry';
import { useListAuditEntriesInfiniteQuery } from './space-records.api';
import { knownActions, wordsOf } from './record-words.rules';
import { spaceRecordTexts } from './space-records.messages';

const everything = { actorId: '', action: '', from: '', until: '' };

/** Who changed what and when, with old and new values (IDN-13). */
export function AuditPart() {
  const t = useTexts(spaceRecordTexts);
  const can = useCan();
  if (can('audit.read')) return <Audit />;
  return (
    <SettingPage title={t('audit.title')}>
      <NoPermission title={t('records.denied')}>{t('records.denied.text')}</NoPermission>
    </SettingPage>
  );
}

function Audit() {
  const t = useTexts(spaceRecordTexts);
  const intl = useIntl();
  const { data: staffs = [] } = useListStaffsQuery();
  const [filter, setFilter] = useState(everything);
  const set = (change: Partial<typeof everything>) => setFilter((now) => ({ ...now, ...change }));
  const startOf = (day: string) => (day && fromLocalField(intl, `${day}T00:00`)) || undefined;
  const list = useListAuditEntriesInfiniteQuery(
    {
      actorId: filter.actorId || undefined,
      action: filter.action || undefined,
      from: startOf(filter.from),
      to: filter.until ? startOf(addDays(filter.until, 1)) : undefined,
    },
    { refetchOnMountOrArgChange: true },
  );
  const entries = list.currentData?.pages.flatMap((page) => page.items) ?? [];
  const filtered = Object.values(filter).some(Boolean);
  return (
    <SettingPage wide title={t('audit.title')} lead={t('audit.lead')}>
      <Group gap="sm" align="flex-end" mb="md">
        <NativeSelect
          flex="1 1 180px"
          label={t('audit.staff')}
          value={filter.actorId}
          onChange={(event) => set({ actorId: event.currentTarget.value })}
          data={[
            { value: '', label: t('audit.staff.all') },
            ...staffs.map(({ id, displayName }) => ({ value: id, label: displayName })),
          ]}
        />
        <NativeSelect
          flex="1 1 180px"
          label={t('audit.action')}
          value={filter.action}
          onChange={(event) => set({ action: event.currentTarget.value })}
          data={[
            { value: '', label: t('audit.action.all') },
            ...knownActions.map((name) => ({ value: name, label: t(wordsOf('action', name)!) })),
          ]}
        />
        <Group grow gap="sm" flex="1 1 300px">
          <DayRange
            from={filter.from}
            until={filter.until}
            words={{ from: t('audit.from'), until: t('audit.until') }}
            onChange={set}
          />
        </Group>
      </Group>
      {list.isError && entries.length === 0 ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.currentData ? (
        <ListSkeleton rows={6} />
      ) : entries.length === 0 ? (
        <EmptyState
          icon={<IconHistory size={32} stroke={1.5} />}
          title={t(filtered ? 'audit.empty.found' : 'audit.empty')}
          action={
            filtered ? (
              <Button variant="default" onClick={() => setFilter(everything)}>
                {t('audit.clear')}
              </Button>
            ) : null
          }
        />
      ) : (
        <RowList>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </RowList>
      )}
      <Box mt="md">
        <LoadMore list={list}>{t('audit.more')}</LoadMore>
      </Box>
    </SettingPage>
  );
}
