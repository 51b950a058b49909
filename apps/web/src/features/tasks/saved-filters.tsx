import '../../shared/theme/floating-sheets';
import type { TaskFilter } from '@engawa/contracts';
import { Menu, Text } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { changeSafely } from '../../shared/edit/change-safely';
import { useTexts } from '../../shared/intl/messages';
import { useMounted } from '../../shared/layout/use-mounted';
import { problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import { NameDialog } from '../../shared/form/name-dialog';
import { FilterChip } from '../../shared/list/filter-chip';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import {
  useChangeTaskFilterMutation,
  useForgetTaskFilterMutation,
  useListTaskFiltersQuery,
  useSaveTaskFilterMutation,
} from './task-filters.api';
import { taskTexts } from './tasks.messages';
import { addressOf, criteriaOf, showsFilter, type TaskAddress } from './tasks.rules';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The reader's saved filters: choose, save, rename, update and delete (TSK-2). */
export function SavedFilters(props: {
  address: TaskAddress;
  onChoose: (address: TaskAddress) => void;
}) {
  const { address, onChoose } = props;
  const t = useTexts(taskTexts);
  const problemText = useProblemText();
  const { data: filters = [], error, refetch } = useListTaskFiltersQuery();
  const [change] = useChangeTaskFilterMutation();
  const [save] = useSaveTaskFilterMutation();
  const [forget] = useForgetTaskFilterMutation();
  const [naming, setNaming] = useState<'new' | TaskFilter | null>(null);
  const chosen = filters.find(({ id }) => id === address.filter);
  const differs = chosen !== undefined && !showsFilter(address, chosen);
  const fail = (problem: unknown) => showFailure(problemText(problem));

  const update = (filter: TaskFilter) => {
    const changed = { criteria: criteriaOf(address) };
    return changeSafely(filter, changed, (base) =>
      change({ filter: base, change: changed }).unwrap(),
    ).then(() => showToast(t('tasks.saved.updated', { name: filter.displayName })), fail);
  };
  const name = async (displayName: string, key: string, base: TaskFilter | null) => {
    const saved = base
      ? await change({ filter: base, change: { displayName } }).unwrap()
      : await save({ key, displayName, criteria: criteriaOf(address) }).unwrap();
    showToast(t('tasks.saved.done', { name: saved.displayName }));
    setNaming(null);
    if (!base) onChoose({ ...address, filter: saved.id });
  };
  const isMounted = useMounted();
  const drop = (filter: TaskFilter) =>
    forget(filter)
      .unwrap()
      .then(() => {
        if (isMounted()) onChoose({ ...address, filter: undefined });
        const { displayName, criteria } = filter;
        showToast(t('tasks.saved.deleted', { name: displayName }), {
          undo: () =>
            void save({ key: crypto.randomUUID(), displayName, criteria }).unwrap().catch(fail),
        });
      }, fail);

  return (
    <>
      <Menu
        width={260}
        position="bottom-start"
        withinPortal
        onOpen={() => {
          if (!error) return;
          fail(error);
          void refetch();
        }}
      >
        <Menu.Target>
          <FilterChip on={chosen !== undefined}>
            <IconBookmark {...icon} />
            <span className={chosen ? 'engawa-unseen' : undefined}>{t('tasks.saved')}</span>
            {chosen ? (
              <Text span truncate inherit maw={220}>
                {differs
                  ? t('tasks.saved.changed', { name: chosen.displayName })
                  : chosen.displayName}
              </Text>
            ) : null}
          </FilterChip>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {filters.map((filter) => (
            <Menu.Item
              key={filter.id}
              aria-current={filter.id === chosen?.id}
              rightSection={filter.id === chosen?.id && !differs ? <IconCheck {...icon} /> : null}
              onClick={() => onChoose(addressOf(filter, address.layout))}
            >
              <Text span truncate inherit display="block" maw={220}>
                {filter.displayName}
              </Text>
            </Menu.Item>
          ))}
          {filters.length > 0 ? <Menu.Divider role="separator" /> : null}
          {chosen && differs ? (
            <Menu.Item
              leftSection={<IconDeviceFloppy {...icon} />}
              onClick={() => void update(chosen)}
            >
              {t('tasks.saved.update', { name: chosen.displayName })}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => setNaming('new')}>
            {t('tasks.saved.new')}
          </Menu.Item>
          {chosen ? (
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setNaming(chosen)}>
              {t('tasks.saved.rename')}
            </Menu.Item>
          ) : null}
          {chosen ? (
            <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => void drop(chosen)}>
              {t('tasks.saved.delete')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {naming ? (
        <NameDialog
          title={t(naming === 'new' ? 'tasks.saved.new' : 'tasks.saved.rename')}
          label={t('tasks.saved.name')}
          example={t('tasks.saved.name.example')}
          missing={t('tasks.saved.name.missing')}
          thing={naming === 'new' ? null : naming}
          onSave={name}
          refusal={(error, displayName) =>
            problemFrom(error).code === 'tasks.filter.name-taken'
              ? t('tasks.saved.name.taken', { name: displayName })
              : null
          }
          onClose={() => setNaming(null)}
        />
      ) : null}
    </>
  );
}
