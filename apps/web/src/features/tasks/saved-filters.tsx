import '../../shared/theme/floating-sheets';
import type { TaskFilter } from '@engawa/contracts';
import { Menu } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import { NameDialog } from '../../shared/ui/name-dialog';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import {
  useChangeTaskFilterMutation,
  useForgetTaskFilterMutation,
  useListTaskFiltersQuery,
  useSaveTaskFilterMutation,
} from './task-filters.api';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';
import { addressOf, criteriaOf, showsFilter, type TaskAddress } from './tasks.rules';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The reader's saved filters: choose, save, rename, update and delete (TSK-2). */
export function SavedFilters(props: {
  address: TaskAddress;
  onChoose: (address: TaskAddress) => void;
}) {
  const { address, onChoose } = props;
  const say = useTexts(taskTexts);
  const problemText = useProblemText();
  const { data: filters = [], error, refetch } = useListTaskFiltersQuery();
  const [change] = useChangeTaskFilterMutation();
  const [save] = useSaveTaskFilterMutation();
  const [forget] = useForgetTaskFilterMutation();
  const [naming, setNaming] = useState<'new' | TaskFilter | null>(null);
  const chosen = filters.find(({ id }) => id === address.filter);
  const differs = chosen !== undefined && !showsFilter(address, chosen);
  const fail = (problem: unknown) => showFailure(problemText(problem));

  const update = (filter: TaskFilter) =>
    change({ filter, change: { criteria: criteriaOf(address) } })
      .unwrap()
      .then(() => showToast(say('tasks.saved.updated', { name: filter.displayName })), fail);
  const name = async (which: 'new' | TaskFilter, displayName: string, key: string) => {
    const saved =
      which === 'new'
        ? await save({ key, displayName, criteria: criteriaOf(address) }).unwrap()
        : await change({ filter: which, change: { displayName } }).unwrap();
    showToast(say('tasks.saved.done', { name: saved.displayName }));
    setNaming(null);
    if (which === 'new') onChoose({ ...address, filter: saved.id });
  };
  const drop = (filter: TaskFilter) =>
    forget(filter)
      .unwrap()
      .then(() => {
        onChoose({ ...address, filter: undefined });
        const { displayName, criteria } = filter;
        showToast(say('tasks.saved.deleted', { name: displayName }), {
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
          <button type="button" className={style.statusChip} data-on={chosen ? true : undefined}>
            <IconBookmark {...icon} />
            <span className={chosen ? 'engawa-unseen' : undefined}>{say('tasks.saved')}</span>
            {chosen ? (
              <span className={style.savedName}>
                {differs
                  ? say('tasks.saved.changed', { name: chosen.displayName })
                  : chosen.displayName}
              </span>
            ) : null}
          </button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {filters.map((filter) => (
            <Menu.Item
              key={filter.id}
              aria-current={filter.id === chosen?.id}
              rightSection={filter.id === chosen?.id && !differs ? <IconCheck {...icon} /> : null}
              onClick={() => onChoose(addressOf(filter, address.layout))}
            >
              <span className={style.savedName}>{filter.displayName}</span>
            </Menu.Item>
          ))}
          {filters.length > 0 ? <Menu.Divider role="separator" /> : null}
          {chosen && differs ? (
            <Menu.Item
              leftSection={<IconDeviceFloppy {...icon} />}
              onClick={() => void update(chosen)}
            >
              {say('tasks.saved.update', { name: chosen.displayName })}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => setNaming('new')}>
            {say('tasks.saved.new')}
          </Menu.Item>
          {chosen ? (
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setNaming(chosen)}>
              {say('tasks.saved.rename')}
            </Menu.Item>
          ) : null}
          {chosen ? (
            <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => void drop(chosen)}>
              {say('tasks.saved.delete')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {naming ? (
        <NameDialog
          title={say(naming === 'new' ? 'tasks.saved.new' : 'tasks.saved.rename')}
          label={say('tasks.saved.name')}
          example={say('tasks.saved.name.example')}
          missing={say('tasks.saved.name.missing')}
          name={naming === 'new' ? '' : naming.displayName}
          onSave={(displayName, key) => name(naming, displayName, key)}
          refusal={(error, displayName) =>
            problemFrom(error).code === 'tasks.filter.name-taken'
              ? say('tasks.saved.name.taken', { name: displayName })
              : null
          }
          onClose={() => setNaming(null)}
        />
      ) : null}
    </>
  );
}
