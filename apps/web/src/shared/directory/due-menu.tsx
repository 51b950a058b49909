import type { TaskObject } from '@engawa/contracts';
import { IconAlertTriangle, IconCalendarDue } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { exactDateTime } from '../intl/dates';
import { useTexts } from '../intl/messages';
import { lazyPart } from '../lazy/lazy-part';
import { LazyMenu } from '../lazy/lazy-menu';
import { useKeyHint } from '../rows/keys';
import { useMinute } from '../display/use-minute';
import style from './due.module.css';
import { dueTexts } from './due.messages';
import { dueWords, isOverdue } from './due.rules';

const DuePopover = lazyPart(async () => (await import('./due-popover')).DuePopover);

type Dated = Pick<TaskObject, 'status' | 'dueAt'>;

/** A due date and whether it has passed; nothing without one. */
export function DueMark({ task }: { task: Dated }) {
  const t = useTexts(dueTexts);
  const intl = useIntl();
  const now = useMinute();
  if (task.dueAt === null) return null;
  const late = isOverdue(task, now);
  const Icon = late ? IconAlertTriangle : IconCalendarDue;
  return (
    <span
      className={style.mark}
      data-tip={exactDateTime(intl, task.dueAt)}
      data-due={late ? 'overdue' : 'set'}
    >
      <Icon size={16} stroke={1.5} aria-hidden="true" />
      <span className="engawa-unseen">{t('due.label')} </span>
      {late ? <strong>{t('due.overdue')}</strong> : null}
      {dueWords(intl, task.dueAt, now)}
    </span>
  );
}

/** The due date as a button that sets, changes and clears it (TSK-2). */
export function DueMenu(props: {
  task: Dated;
  /** Beside the word 期限: shows 期限なし without a due date. */
  named?: boolean;
  onChange: (dueAt: string | null) => void;
}) {
  const t = useTexts(dueTexts);
  const intl = useIntl();
  const now = useMinute();
  const keyHint = useKeyHint();
  const { dueAt } = props.task;
  const late = isOverdue(props.task, now);
  const words = dueAt === null ? t('due.none') : dueWords(intl, dueAt, now);
  const label = late ? `${t('due.overdue')} ${words}` : words;
  const button = (
    <button
      type="button"
      className="engawa-finger engawa-tool"
      data-none={dueAt === null || undefined}
      aria-label={t('due.change', { due: label })}
      {...keyHint('due', t('due.change', { due: label }))}
    >
      {dueAt === null ? (
        <>
          <IconCalendarDue size={16} stroke={1.5} aria-hidden="true" />
          {t(props.named ? 'due.none' : 'due.label')}
        </>
      ) : (
        <DueMark task={props.task} />
      )}
    </button>
  );
  return (
    <LazyMenu
      button={button}
      popup="dialog"
      opened={() => <DuePopover button={button} dueAt={dueAt} onChange={props.onChange} />}
    />
  );
}
