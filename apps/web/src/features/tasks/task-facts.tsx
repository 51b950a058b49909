import '../../shared/theme/floating-sheets';
import type { Label, Task, UpdateTaskInput } from '@engawa/contracts';
import { Box, Group, NativeSelect } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { AssigneeMenu } from '../../shared/directory/assignee-menu';
import { DueMenu } from '../../shared/directory/due-menu';
import { dueWords, remindAt, remindChoices } from '../../shared/directory/due.rules';
import { type Translate, useTexts } from '../../shared/intl/messages';
import { Facts } from '../../shared/display/facts';
import { LabelChip } from '../../shared/display/label-chip';
import { LabelMenu } from '../../shared/display/label-menu';
import { RelativeTime } from '../../shared/display/relative-time';
import { StatusPill } from '../../shared/display/status-pill';
import { useMinute } from '../../shared/display/use-minute';
import { taskTexts } from './tasks.messages';
import { MAX_LABELS } from './tasks.rules';

/** All fields of a task beside its memo, editable. */
export function TaskFacts(props: {
  task: Task;
  labels: readonly Label[];
  onChange: (change: UpdateTaskInput) => void;
}) {
  const t = useTexts(taskTexts);
  const { task, onChange } = props;
  const labels = props.labels.filter((label) => task.labelIds.includes(label.id));
  return (
    <Facts
      controls
      termWidth={84}
      facts={[
        [
          t('tasks.detail.status'),
          <Group key="status" gap="4px 10px">
            <StatusPill status={task.task.status} onChange={(status) => onChange({ status })} />
            <small>
              {t('tasks.detail.since')} <RelativeTime at={task.task.statusUpdatedAt} />
            </small>
          </Group>,
        ],
        [
          t('tasks.detail.assignee'),
          <AssigneeMenu
            key="assignee"
            assignUserId={task.task.assignUserId}
            onChange={(assignUserId) => onChange({ assignUserId })}
          />,
        ],
        [
          t('tasks.detail.due'),
          <Box key="due" ml={-8}>
            <DueMenu named task={task.task} onChange={(dueAt) => onChange({ dueAt })} />
          </Box>,
        ],
        [
          t('tasks.detail.remind'),
          task.task.dueAt === null ? null : (
            <RemindChoice
              key="remind"
              task={task}
              onChange={(remindMinutes) => onChange({ remindMinutes })}
            />
          ),
        ],
        [
          t('tasks.detail.labels'),
          <LabelMenu
            key="labels"
            labels={props.labels}
            most={MAX_LABELS}
            value={task.labelIds}
            onChange={(labelIds) => onChange({ labelIds })}
          >
            <button
              type="button"
              className="engawa-tool"
              style={{ flexWrap: 'wrap', marginLeft: -8 }}
              data-none={labels.length === 0 || undefined}
              aria-label={t('tasks.detail.labels.change')}
              data-tip={t('tasks.detail.labels.change')}
            >
              {labels.length > 0 ? (
                labels.map((label) => <LabelChip key={label.id} label={label} />)
              ) : (
                <>
                  <IconTag size={16} stroke={1.5} aria-hidden="true" />
                  {t('tasks.detail.labels.none')}
                </>
              )}
            </button>
          </LabelMenu>,
        ],
      ]}
    />
  );
}

/** How long before the due date to remind, and when that is (TSK-3). */
function RemindChoice(props: { task: Task; onChange: (minutes: number | null) => void }) {
  const t = useTexts(taskTexts);
  const intl = useIntl();
  const now = useMinute();
  const { remindMinutes, task } = props.task;
  const open = task.status === 'waiting' || task.status === 'inProgress';
  const at = open ? remindAt(task.dueAt, remindMinutes, now) : null;
  const choices = new Set<number>(remindChoices);
  if (remindMinutes !== null) choices.add(remindMinutes);
  return (
    <Group gap="4px 10px">
      <NativeSelect
        size="xs"
        aria-label={t('tasks.detail.remind')}
        value={remindMinutes === null ? '' : String(remindMinutes)}
        data={[
          { value: '', label: t('tasks.detail.remind.none') },
          ...[...choices]
            .sort((a, b) => a - b)
            .map((minutes) => ({ value: String(minutes), label: leadWords(t, minutes) })),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          props.onChange(value === '' ? null : Number(value));
        }}
      />
      {at === null ? null : (
        <small>
          {t('tasks.detail.remind.at', { time: dueWords(intl, new Date(at).toISOString(), now) })}
        </small>
      )}
    </Group>
  );
}

function leadWords(t: Translate<keyof typeof taskTexts>, minutes: number): string {
  if (minutes === 0) return t('tasks.detail.remind.0');
  if (minutes % 1_440 === 0) return t('tasks.detail.remind.days', { count: minutes / 1_440 });
  if (minutes % 60 === 0) return t('tasks.detail.remind.hours', { count: minutes / 60 });
  return t('tasks.detail.remind.minutes', { count: minutes });
}
