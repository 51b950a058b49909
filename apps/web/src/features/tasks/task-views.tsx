import type { TaskFilter } from '@engawa/contracts';
import { useState } from 'react';
import { changeSafely } from '../../shared/edit/change-safely';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { NameDialog } from '../../shared/form/name-dialog';
import { useTexts } from '../../shared/intl/messages';
import { LazyMenu, type LazyMenuButton } from '../../shared/lazy/lazy-menu';
import { problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import { savedViewTexts } from '../../shared/views/saved-views.messages';
import { ViewList } from '../../shared/views/view-list';
import { ViewChip } from '../../shared/views/view-chip';
import {
  useChangeTaskFilterMutation,
  useForgetTaskFilterMutation,
  useListTaskFiltersQuery,
  useSaveTaskFilterMutation,
} from './task-filters.api';
import { taskTexts } from './tasks.messages';
import { addressOf, criteriaOf, isFiltered, showsFilter, type TaskAddress } from './tasks.rules';

interface Props {
  address: TaskAddress;
  onChoose: (address: TaskAddress) => void;
}

/** A chip that names the open view of tasks and opens the others (TSK-2). The API calls a view a filter. */
export function TaskViews(props: Props) {
  const t = useTexts(taskTexts);
  const { address } = props;
  const { data: views = [] } = useListTaskFiltersQuery();
  const opened = views.find(({ id }) => id === address.filter);
  const name =
    opened && !showsFilter(address, opened)
      ? t('tasks.view.changed', { name: opened.displayName })
      : opened?.displayName;
  const button = <ViewChip name={name} />;
  return (
    <LazyMenu
      popup="menu"
      button={button}
      opened={() => <TaskViewMenu {...props} button={button} />}
    />
  );
}

function TaskViewMenu({ address, onChoose, button }: Props & { button: LazyMenuButton }) {
  const t = useTexts(taskTexts);
  const views = useTexts(savedViewTexts);
  const problemText = useProblemText();
  const { data: filters = [], isError, refetch } = useListTaskFiltersQuery();
  const [change] = useChangeTaskFilterMutation();
  const [save] = useSaveTaskFilterMutation();
  const [forget] = useForgetTaskFilterMutation();
  const [naming, setNaming] = useState<'new' | TaskFilter | null>(null);
  const opened = filters.find(({ id }) => id === address.filter);
  const fail = (problem: unknown) => showFailure(problemText(problem));

  const update = (filter: TaskFilter) => {
    const changed = { criteria: criteriaOf(address) };
    return changeSafely(filter, changed, (base) =>
      change({ filter: base, change: changed }).unwrap(),
    ).then(() => showToast(views('savedView.saved', { name: filter.displayName })), fail);
  };
  const name = async (displayName: string, key: string, base: TaskFilter | null) => {
    const saved = base
      ? await change({ filter: base, change: { displayName } }).unwrap()
      : await save({ key, displayName, criteria: criteriaOf(address) }).unwrap();
    showToast(views('savedView.saved', { name: saved.displayName }));
    return saved;
  };
  const drop = (filter: TaskFilter) => {
    // At once: the address may be another when the answer comes.
    if (filter.id === address.filter) onChoose({ ...address, filter: undefined });
    return forget(filter)
      .unwrap()
      .then(() => {
        const { displayName, criteria } = filter;
        showToast(views('savedView.deleted', { name: displayName }), {
          undo: () =>
            void save({ key: crypto.randomUUID(), displayName, criteria }).unwrap().catch(fail),
        });
      }, fail);
  };

  return (
    <>
      <ViewList
        button={button}
        views={filters}
        current={[opened, ...filters].find((filter) => filter && showsFilter(address, filter))}
        changeable={opened}
        filtered={isFiltered(address)}
        onRetry={isError && filters.length === 0 ? () => void refetch() : undefined}
        onOpen={(filter) => onChoose(addressOf(filter, address.layout))}
        onSaveNew={() => setNaming('new')}
        onUpdate={(filter) => void update(filter)}
        onRename={setNaming}
        onDelete={(filter) => void drop(filter)}
      />
      {naming ? (
        <NameDialog
          title={
            naming === 'new'
              ? views('savedView.new')
              : views('savedView.rename', { name: naming.displayName })
          }
          label={views('savedView.name')}
          example={views('savedView.name.example.tasks')}
          missing={views('savedView.name.missing')}
          thing={naming === 'new' ? null : naming}
          onSave={name}
          onSaved={({ id }) => {
            setNaming(null);
            if (naming === 'new') onChoose({ ...address, filter: id });
          }}
          refusal={(error, displayName) =>
            problemFrom(error).code === 'tasks.filter.name-taken'
              ? t('tasks.view.taken', { name: displayName })
              : null
          }
          onClose={() => setNaming(null)}
        />
      ) : null}
    </>
  );
}
