import type { ReactNode, SyntheticEvent } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { AssigneeMenu } from '../../shared/directory/assignee-menu';
import { DueMenu } from '../../shared/directory/due-menu';
import { memberName } from '../../shared/directory/names';
import { MemberFace } from '../../shared/directory/person-face';
import { FaceStack } from '../../shared/ui/face';
import { LabelChip } from '../../shared/ui/label-chip';
import { RelativeTime } from '../../shared/ui/relative-time';
import { StatusPill } from '../../shared/ui/status-pill';
import type { CardProps } from './task-section';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** A task in a column or list: who it is about, what, how it stands, who has it and until when. */
export function TaskCard(
  props: CardProps & {
    /** What the card is held by, where it can be dragged. */
    handle?: ReactNode;
  },
) {
  const say = useTexts(taskTexts);
  const { task, onChange } = props;
  const labels = props.labels.filter((label) => task.labelIds.includes(label.id));
  const shown = task.members.slice(0, 3);
  return (
    <article className={`${style.card} ${props.handle ? style.withHandle : ''}`}>
      {props.handle}
      <div className={style.people}>
        {shown.length > 0 ? (
          <>
            <FaceStack>
              {shown.map((member) => (
                <MemberFace key={member.id} member={member} size={22} />
              ))}
            </FaceStack>
            <span className={style.peopleNames}>{task.members.map(memberName).join('、')}</span>
          </>
        ) : null}
        <span className={style.time}>
          <RelativeTime at={task.task.statusUpdatedAt} />
        </span>
      </div>
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
      {/* Controls are not handles: a press on them never begins a drag. */}
      <div className={style.foot} onMouseDown={stop} onTouchStart={stop}>
        <StatusPill status={task.task.status} onChange={(status) => onChange({ status })} />
        <AssigneeMenu
          assignUserId={task.task.assignUserId}
          onChange={(assignUserId) => onChange({ assignUserId })}
        />
        <DueMenu task={task.task} onChange={(dueAt) => onChange({ dueAt })} />
      </div>
    </article>
  );
}
