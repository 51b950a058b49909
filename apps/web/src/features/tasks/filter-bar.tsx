import '../../shared/theme/floating-sheets';
import type { DueFilter, Label, TaskStatus } from '@engawa/contracts';
import { Button, Menu } from '@mantine/core';
import { IconCalendarDue, IconCheck, IconTag, IconX } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { labelName } from '../../shared/directory/names';
import { statusOrder } from '../../shared/directory/task-status';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { LabelMenu } from '../../shared/display/label-menu';
import { SavedFilters } from './saved-filters';
import type { TaskCounts } from './tasks.api';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';
import { MAX_LABELS, type TaskAddress } from './tasks.rules';

/** Filters of tasks: statuses, labels, due date, and saved filters. */
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
    <div className={style.statuses}>
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
        <button
          type="button"
          className={style.statusChip}
          data-on={address.labels.length > 0 || undefined}
        >
          <IconTag size={16} stroke={1.5} aria-hidden="true" />
          <span className="engawa-unseen">{t('tasks.filter.labels.choose')} </span>
          {words}
        </button>
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
      <SavedFilters address={address} onChoose={props.onChoose} />
    </div>
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
    <div className={style.group} role="group" aria-label={t('tasks.statuses')}>
      {statusOrder.map((status) => (
        <button
          key={status}
          type="button"
          className={style.statusChip}
          aria-pressed={props.chosen.includes(status)}
          onClick={() => toggle(status)}
        >
          <i className={style[status]} aria-hidden="true" />
          {common(`common.status.${status}`)}
          {props.counts ? <span className={style.count}>{props.counts[status]}</span> : null}
        </button>
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
    <Menu width={200} position="bottom-start" withinPortal>
      <Menu.Target>
        <button type="button" className={style.statusChip} data-on={props.due || undefined}>
          <IconCalendarDue size={16} stroke={1.5} aria-hidden="true" />
          <span className="engawa-unseen">{t('tasks.filter.due')} </span>
          {t(`tasks.filter.due.${props.due ?? 'all'}`)}
        </button>
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
