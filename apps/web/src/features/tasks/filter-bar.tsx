import type { DueFilter, Label, TaskStatus } from '@engawa/contracts';
import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { labelName } from '../../shared/directory/names';
import { statusOrder } from '../../shared/directory/task-status';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { Dot } from '../../shared/display/dot';
import { LabelMenu } from '../../shared/display/label-menu';
import { ChipRow, ClearFilters, FilterChip } from '../../shared/list/filter-chip';
import { ChoiceMenu } from '../../shared/menu/choice-menu';
import { TaskViews } from './task-views';
import type { TaskCounts } from './tasks.api';
import { taskTexts } from './tasks.messages';
import { MAX_LABELS, statusInk, type TaskAddress } from './tasks.rules';

/** Filters of tasks: statuses, labels, due date, and saved views. */
export function FilterBar(props: {
  address: TaskAddress;
  counts: TaskCounts['counts'] | undefined;
  labels: readonly Label[];
  onSet: (change: Partial<TaskAddress>) => void;
  onChoose: (address: TaskAddress) => void;
}) {
  const { address, labels, onSet } = props;
  const t = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const chosen = labels.filter(({ id }) => address.labels.includes(id));
  const first = chosen[0];
  // A space always has its default labels: without any, they are not read yet.
  const isDeleted = address.labels.length > 0 && labels.length > 0;
  const words = !first
    ? isDeleted
      ? common('common.label.deleted')
      : t('tasks.filter.labels')
    : chosen.length === 1
      ? labelName(intl, first)
      : t('tasks.filter.labels.more', {
          name: labelName(intl, first),
          count: chosen.length - 1,
        });
  return (
    <ChipRow aria-label={t('tasks.filters')} style={{ marginBottom: 16 }}>
      <StatusChoice
        chosen={address.statuses}
        counts={props.counts}
        onChoose={(statuses) => onSet({ statuses })}
      />
      <LabelMenu
        labels={labels}
        most={MAX_LABELS}
        value={address.labels}
        onChange={(ids) => onSet({ labels: [...ids].sort() })}
      >
        <FilterChip on={address.labels.length > 0} opens={t('tasks.filter.labels.choose')}>
          {words}
        </FilterChip>
      </LabelMenu>
      <DueChoice due={address.due} onChoose={(due) => onSet({ due })} />
      <TaskViews address={address} onChoose={props.onChoose} />
      {address.labels.length > 0 || address.due ? (
        <ClearFilters
          words={t('tasks.filter.clear')}
          onClear={() => onSet({ labels: [], due: undefined, filter: undefined })}
        />
      ) : null}
    </ChipRow>
  );
}

/** Shown statuses; at least one. */
function StatusChoice(props: {
  chosen: readonly TaskStatus[];
  counts: TaskCounts['counts'] | undefined;
  onChoose: (statuses: TaskStatus[]) => void;
}) {
  const t = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const toggle = (status: TaskStatus) => {
    const next = statusOrder.filter((one) =>
      one === status ? !props.chosen.includes(one) : props.chosen.includes(one),
    );
    if (next.length > 0) props.onChoose(next);
  };
  return (
    <div role="group" style={{ display: 'contents' }} aria-label={t('tasks.statuses')}>
      {statusOrder.map((status) => (
        <FilterChip
          key={status}
          aria-pressed={props.chosen.includes(status)}
          data-shown=""
          onClick={() => toggle(status)}
        >
          <Dot color={statusInk(status)} size={8} hollow={!props.chosen.includes(status)} />
          {common(`common.status.${status}`)}
          {props.counts ? (
            <Text span inherit c="var(--e-faint)">
              {props.counts[status]}
            </Text>
          ) : null}
        </FilterChip>
      ))}
    </div>
  );
}

const dues = [undefined, 'overdue', 'week'] as const satisfies (DueFilter | undefined)[];

function DueChoice(props: {
  due: DueFilter | undefined;
  onChoose: (due: DueFilter | undefined) => void;
}) {
  const t = useTexts(taskTexts);
  return (
    <ChoiceMenu
      width={200}
      position="bottom-start"
      button={
        <FilterChip on={props.due !== undefined} opens={t('tasks.filter.due')}>
          {t(`tasks.filter.due.${props.due ?? 'all'}`)}
        </FilterChip>
      }
      choices={() =>
        dues.map((due) => ({
          id: due ?? 'all',
          word: t(`tasks.filter.due.${due ?? 'any'}`),
          current: due === props.due,
          onChoose: () => props.onChoose(due),
        }))
      }
    />
  );
}
