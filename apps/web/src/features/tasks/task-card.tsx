import { ActionIcon, Text } from '@mantine/core';
import type { Task } from '@engawa/contracts';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { AssigneeMenu } from '../../shared/directory/assignee-menu';
import { DueMenu } from '../../shared/directory/due-menu';
import { memberName } from '../../shared/directory/names';
import { MemberAvatar, StaffAvatar } from '../../shared/avatar/person-avatar';
import { AvatarStack } from '../../shared/avatar/avatar';
import { LabelChip } from '../../shared/display/label-chip';
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
  const t = useTexts(taskTexts);
  const { task, onChange } = props;
  const labels = props.labels.filter((label) => task.labelIds.includes(label.id));
  return (
    <article
      className={`${style.card} ${props.handle ? style.withHandle : ''}`}
      data-row={task.id}
      data-selected={props.selected || undefined}
      tabIndex={-1}
    >
      {props.handle}
      <TaskPeople task={task} about={props.about} />
      <button type="button" className={style.memo} onClick={props.onOpen}>
        <span>{task.memo === '' ? t('tasks.noMemo') : task.memo}</span>
        <span className="engawa-unseen">{t('tasks.open')}</span>
      </button>
      {labels.length > 0 ? (
        <div className={style.labels}>
          {labels.map((label) => (
            <LabelChip key={label.id} label={label} />
          ))}
        </div>
      ) : null}
      {/* Controls are not handles: pressing them never starts a drag. */}
      <div className={style.foot} onMouseDown={stop} onTouchStart={stop}>
        <StatusPill sign status={task.task.status} onChange={(status) => onChange({ status })} />
        <AssigneeMenu
          assignUserId={task.task.assignUserId}
          onChange={(assignUserId) => onChange({ assignUserId })}
        />
        <DueMenu task={task.task} onChange={(dueAt) => onChange({ dueAt })} />
        <FinishButton task={task} onFinish={() => onChange({ status: 'done' })} />
      </div>
    </article>
  );
}

/** Members of a task; its author without members. On a member's page only the others. */
export function TaskPeople({ task, about }: { task: Task; about?: string }) {
  const t = useTexts(taskTexts);
  const members = task.members.filter(({ id }) => id !== about);
  const shown = members.slice(0, 3);
  if (shown.length === 0 && about) return null;
  if (shown.length === 0) {
    return (
      <div className={style.people}>
        <StaffAvatar staff={task.owner} size={24} />
        <span className={style.writerName}>
          {t('tasks.writtenBy', { name: task.owner.displayName })}
        </span>
      </div>
    );
  }
  return (
    <div className={style.people}>
      <AvatarStack>
        {shown.map((member) => (
          <MemberAvatar key={member.id} member={member} size={24} />
        ))}
      </AvatarStack>
      <Text span truncate inherit miw={0}>
        {members.map(memberName).join('、')}
      </Text>
    </div>
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
      className={style.finish}
      aria-label={t('tasks.finish')}
      data-tip={t('tasks.finish')}
      {...keyHint('finish', t('tasks.finish'))}
      onClick={onFinish}
    >
      <IconCircleCheck size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  );
}
