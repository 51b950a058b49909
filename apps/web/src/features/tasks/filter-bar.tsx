import '../../shared/theme/floating-sheets';
import type { DueFilter, Label, TaskStatus } from '@engawa/contracts';
import { Button, Group, Menu, Text } from '@mantine/core';
import { IconCalendarDue, IconCheck, IconTag, IconX } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { labelName } from '../../shared/directory/names';
import { statusOrder } from '../../shared/directory/task-status';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { Dot } from '../../shared/display/dot';
import { LabelMenu } from '../../shared/display/label-menu';
import { ChipRow, FilterChip } from '../../shared/list/filter-chip';
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
  const intl = useIntl();
  const chosen = labels.filter(({ id }) => address.labels.includes(id));
  const first = chosen[0];
  const words = !first
    ? t('tasks.filter.labels')
    : chosen.length === 1
      ? labelName(intl, first)
      : t('tasks.filter.labels.more', {
          name: labelName(intl, first),
          count: chosen.length - 1,
        });
  return (
    <Group gap="xs" mb="md">
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
        <FilterChip on={address.labels.length > 0}>
          <IconTag size={16} stroke={1.5} aria-hidden="true" />
          <span className="engawa-unseen">{t('tasks.filter.labels.choose')} </span>
          {words}
        </FilterChip>
      </LabelMenu>
      <DueChoice due={address.due} onChoose={(due) => onSet({ due })} />
      {address.labels.length > 0 || address.due ? (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconX size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => onSet({ labels: [], due: undefined, filter: undefined })}
        >
          {t('tasks.filter.clear')}
        </Button>
      ) : null}
      <TaskViews address={address} onChoose={props.onChoose} />
    </Group>
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
    <ChipRow aria-label={t('tasks.statuses')}>
      {statusOrder.map((status) => (
        <FilterChip
          key={status}
          aria-pressed={props.chosen.includes(status)}
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
    </ChipRow>
  );
}

const dues = [undefined, 'overdue', 'week'] as const satisfies (DueFilter | undefined)[];

function DueChoice(props: {
  due: DueFilter | undefined;
  onChoose: (due: DueFilter | undefined) => void;
}) {
  const t = useTexts(taskTexts);
  return (
    <Menu width={200} position="bottom-start" withinPortal>
      <Menu.Target>
        <FilterChip on={props.due !== undefined}>
          <IconCalendarDue size={16} stroke={1.5} aria-hidden="true" />
          <span className="engawa-unseen">{t('tasks.filter.due')} </span>
          {t(`tasks.filter.due.${props.due ?? 'all'}`)}
        </FilterChip>
      </Menu.Target>
      <Menu.Dropdown>
        {dues.map((due) => (
          <Menu.Item
            key={due ?? 'all'}
            aria-current={due === props.due}
            rightSection={
              due === props.due ? <IconCheck size={16} stroke={1.5} aria-hidden="true" /> : null
            }
            onClick={() => props.onChoose(due)}
          >
            {t(`tasks.filter.due.${due ?? 'any'}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
