import { ActionIcon, Avatar, Group, Text } from '@mantine/core';
import type { Task } from '@engawa/contracts';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useIntl } from 'react-intl';
import { useTexts } from '../../shared/intl/messages';
import { AssigneeMenu } from '../../shared/directory/assignee-menu';
import { DueMenu } from '../../shared/directory/due-menu';
import { memberNames } from '../../shared/directory/names';
import { MemberAvatar, StaffAvatar } from '../../shared/avatar/person-avatar';
import { LabelChip } from '../../shared/display/label-chip';
import quiet from '../../shared/display/quiet-link.module.css';
import { useKeyHint } from '../../shared/rows/keys';
import { StatusPill } from '../../shared/display/status-pill';
import type { CardProps } from './task-section';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** A task in a column: members, memo, assignee, due date. */
export function TaskCard(
  props: CardProps & {
    /** The drag handle, if the card can be dragged. */
    handle?: ReactNode;
  },
) {
  const { task, onChange } = props;
  const labels = props.labels.filter((label) => task.labelIds.includes(label.id));
  return (
    <article
      className={`${style.card} engawa-card`}
      data-row={task.id}
      data-selected={props.selected || undefined}
      tabIndex={-1}
    >
      {props.handle}
      <TaskPeople task={task} about={props.about} room={props.handle ? 22 : 0} />
      <TaskMemo memo={task.memo} lines={2} onOpen={props.onOpen} />
      {labels.length > 0 ? (
        <Group gap={6}>
          {labels.map((label) => (
            <LabelChip key={label.id} label={label} />
          ))}
        </Group>
      ) : null}
      {/* Controls are not handles: pressing them never starts a drag. */}
      <Group gap="0 2px" ml={-6} onMouseDown={stop} onTouchStart={stop}>
        <StatusPill sign status={task.task.status} onChange={(status) => onChange({ status })} />
        <AssigneeMenu
          assignUserId={task.task.assignUserId}
          onChange={(assignUserId) => onChange({ assignUserId })}
        />
        <DueMenu task={task.task} onChange={(dueAt) => onChange({ dueAt })} />
        <FinishButton task={task} onFinish={() => onChange({ status: 'done' })} />
      </Group>
    </article>
  );
}

/** The memo as a button that opens the task. */
export function TaskMemo(props: { memo: string; lines: number; onOpen: () => void }) {
  const t = useTexts(taskTexts);
  return (
    <button type="button" className={quiet.link} onClick={props.onOpen}>
      <Text span lineClamp={props.lines} size="md" lh={1.65}>
        {props.memo === '' ? t('tasks.noMemo') : props.memo}
      </Text>
      <span className="engawa-unseen">{t('tasks.open')}</span>
    </button>
  );
}

/** Members of a task; its author without members. On a member's page only the others. */
export function TaskPeople(props: {
  task: Task;
  about?: string;
  /** Left free at the right, in pixels. */
  room?: number;
}) {
  const { task, about } = props;
  const line = { gap: 8, wrap: 'nowrap', pr: props.room, miw: 0, fz: 'sm' } as const;
  const t = useTexts(taskTexts);
  const intl = useIntl();
  const members = task.members.filter(({ id }) => id !== about);
  const shown = members.slice(0, 3);
  if (shown.length === 0 && about) return null;
  if (shown.length === 0) {
    return (
      <Group {...line} c="dimmed">
        <StaffAvatar staff={task.owner} size={24} />
        {t('tasks.writtenBy', { name: task.owner.displayName })}
      </Group>
    );
  }
  return (
    <Group {...line} fw={600}>
      <Avatar.Group>
        {shown.map((member) => (
          <MemberAvatar key={member.id} member={member} size={24} />
        ))}
      </Avatar.Group>
      <Text span truncate inherit miw={0}>
        {memberNames(intl, members)}
      </Text>
    </Group>
  );
}

/** Finishes a task; hidden if it is finished. */
export function FinishButton({ task, onFinish }: { task: Task; onFinish: () => void }) {
  const t = useTexts(taskTexts);
  const keyHint = useKeyHint();
  const { status } = task.task;
  if (status === 'done' || status === 'skipped') return null;
  return (
    <ActionIcon
      ml="auto"
      aria-label={t('tasks.finish')}
      data-tip={t('tasks.finish')}
      {...keyHint('finish', t('tasks.finish'))}
      onClick={onFinish}
    >
      <IconCircleCheck size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  );
}
