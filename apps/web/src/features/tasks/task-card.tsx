import { ActionIcon } from '@mantine/core';
import type { Task } from '@engawa/contracts';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { AssigneeMenu } from '../../shared/directory/assignee-menu';
import { DueMenu } from '../../shared/directory/due-menu';
import { memberName } from '../../shared/directory/names';
import { MemberFace, StaffFace } from '../../shared/directory/person-face';
import { FaceStack } from '../../shared/ui/face';
import { LabelChip } from '../../shared/ui/label-chip';
import { StatusPill } from '../../shared/ui/status-pill';
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
  const say = useTexts(taskTexts);
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
      <TaskPeople task={task} />
      <button type="button" className={style.memo} onClick={props.onOpen}>
        <span>{task.memo === '' ? say('tasks.noMemo') : task.memo}</span>
        <span className="engawa-unseen">{say('tasks.open')}</span>
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

/** Members of a task; its author without members. */
export function TaskPeople({ task }: { task: Task }) {
  const say = useTexts(taskTexts);
  const shown = task.members.slice(0, 3);
  if (shown.length === 0) {
    return (
      <div className={style.people}>
        <StaffFace staff={task.owner} size={24} />
        <span className={style.writerName}>
          {say('tasks.writtenBy', { name: task.owner.displayName })}
        </span>
      </div>
    );
  }
  return (
    <div className={style.people}>
      <FaceStack>
        {shown.map((member) => (
          <MemberFace key={member.id} member={member} size={24} />
        ))}
      </FaceStack>
      <span className={style.peopleNames}>{task.members.map(memberName).join('、')}</span>
    </div>
  );
}

/** Finishes a task; hidden if it is finished. */
export function FinishButton({ task, onFinish }: { task: Task; onFinish: () => void }) {
  const say = useTexts(taskTexts);
  const { status } = task.task;
  if (status === 'done' || status === 'skipped') return null;
  return (
    <ActionIcon
      className={style.finish}
      aria-label={say('tasks.finish')}
      title={`${say('tasks.finish')} (e)`}
      onClick={onFinish}
    >
      <IconCircleCheck size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  );
}
