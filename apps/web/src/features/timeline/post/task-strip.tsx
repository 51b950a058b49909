import { ActionIcon, Text } from '@mantine/core';
import type { TaskObject } from '@engawa/contracts';
import { IconChecklist, IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/address/paths';
import { useListStaffsQuery } from '../../../shared/directory/directory.api';
import { dueTexts } from '../../../shared/directory/due.messages';
import { DueMenu } from '../../../shared/directory/due-menu';
import { StaffAvatar } from '../../../shared/avatar/person-avatar';
import { StaffMenu } from '../../../shared/directory/staff-menu';
import { useTexts } from '../../../shared/intl/messages';
import { useKeyHint } from '../../../shared/rows/keys';
import { StatusPill } from '../../../shared/display/status-pill';
import style from './task-strip.module.css';
import type { TaskChange } from '../thread/shown-change';
import { timelineTexts } from '../timeline.messages';

/** The task of a post or comment: status, assignee and due date, editable in place. */
export function TaskStrip(props: {
  task: Pick<TaskObject, 'status' | 'assignUserId' | 'dueAt'>;
  /** Id of the task; absent while it is being created. */
  taskId?: string;
  onChange: (change: TaskChange) => void;
}) {
  const t = useTexts(timelineTexts);
  const due = useTexts(dueTexts);
  const { data: staffs = [] } = useListStaffsQuery();
  const keyHint = useKeyHint();
  const { task, onChange } = props;
  const assignee = staffs.find((staff) => staff.id === task.assignUserId);
  return (
    <div className={style.strip} role="group" aria-label={t('timeline.task')}>
      {props.taskId ? (
        <Link
          to={paths.task(props.taskId)}
          className={`engawa-finger ${style.word}`}
          data-tip={due('due.task')}
          aria-label={due('due.task')}
        >
          <IconChecklist size={16} stroke={1.5} aria-hidden="true" />
          <span>{t('timeline.task')}</span>
        </Link>
      ) : (
        <span className={style.word}>
          <IconChecklist size={16} stroke={1.5} aria-hidden="true" />
          <span>{t('timeline.task')}</span>
        </span>
      )}
      <StatusPill status={task.status} onChange={(status) => onChange({ status })} />
      <StaffMenu
        value={task.assignUserId}
        nobody={t('timeline.assignee.none')}
        search={t('timeline.assignee.find')}
        onChange={(assignUserId) => onChange({ assignUserId })}
        button={
          <button
            type="button"
            className={`engawa-finger engawa-tool ${style.assignee}`}
            {...keyHint('assign', t('timeline.assignee'))}
          >
            <span className="engawa-unseen">{t('timeline.assignee')} </span>
            {assignee ? (
              <>
                <StaffAvatar staff={assignee} size={22} />
                <Text span inherit truncate c="var(--e-text)">
                  {assignee.displayName}
                </Text>
              </>
            ) : // Before the staff are read, it is not known who it is.
            task.assignUserId ? (
              '…'
            ) : (
              t('timeline.assignee.none')
            )}
          </button>
        }
      />
      <DueMenu task={task} onChange={(dueAt) => onChange({ dueAt })} />
      <ActionIcon
        className={style.end}
        size={28}
        aria-label={t('timeline.task.drop')}
        data-tip={t('timeline.task.drop')}
        {...keyHint('task', t('timeline.task.drop'))}
        onClick={() => onChange(null)}
      >
        <IconX size={16} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
