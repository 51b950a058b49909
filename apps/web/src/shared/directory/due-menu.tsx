import { Popover } from '@mantine/core';
import type { TaskObject } from '@engawa/contracts';
import { IconAlertTriangle, IconCalendarDue } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { exactDateTime } from '../intl/dates';
import { useTexts } from '../intl/messages';
import { useMinute } from '../ui/use-minute';
import style from './due.module.css';
import { dueTexts } from './due.messages';
import { dueWords, isOverdue } from './due.rules';

const DueForm = lazy(async () => ({ default: (await import('./due-form')).DueForm }));

type Dated = Pick<TaskObject, 'status' | 'dueAt'>;

/** When something is due, and whether that has passed; nothing where no date is set. */
export function DueMark({ task }: { task: Dated }) {
  const say = useTexts(dueTexts);
  const intl = useIntl();
  const now = useMinute();
  if (task.dueAt === null) return null;
  const late = isOverdue(task, now);
  const Icon = late ? IconAlertTriangle : IconCalendarDue;
  return (
    <span
      className={`${style.mark} ${late ? style.late : ''}`}
      title={exactDateTime(intl, task.dueAt)}
      data-due={late ? 'overdue' : 'set'}
    >
      <Icon size={16} stroke={1.5} aria-hidden="true" />
      <span className="engawa-unseen">{say('due.label')} </span>
      {late ? <strong>{say('due.overdue')}</strong> : null}
      {dueWords(intl, task.dueAt, now)}
    </span>
  );
}

/** The due date as a button that sets, changes and clears it (TSK-2). */
export function DueMenu(props: {
  task: Dated;
  /** Stands beside the word 期限, so that it says 期限なし where there is none. */
  named?: boolean;
  onChange: (dueAt: string | null) => void;
}) {
  const say = useTexts(dueTexts);
  const intl = useIntl();
  const now = useMinute();
  const [open, setOpen] = useState(false);
  const { dueAt } = props.task;
  const late = isOverdue(props.task, now);
  const words = dueAt === null ? say('due.none') : dueWords(intl, dueAt, now);
  const said = late ? `${say('due.overdue')} ${words}` : words;
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={`engawa-finger ${style.target}`}
          data-none={dueAt === null || undefined}
          onClick={() => setOpen(!open)}
          aria-expanded={open}
          aria-label={say('due.change', { due: said })}
        >
          {dueAt === null ? (
            <>
              <IconCalendarDue size={16} stroke={1.5} aria-hidden="true" />
              {say(props.named ? 'due.none' : 'due.label')}
            </>
          ) : (
            <DueMark task={props.task} />
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Suspense fallback={<div className={style.form} />}>
          <DueForm
            dueAt={dueAt}
            onDone={(next) => {
              setOpen(false);
              if (next !== dueAt) props.onChange(next);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
