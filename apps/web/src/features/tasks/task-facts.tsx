import '../../shared/theme/floating-sheets';
import type { Label, Task, UpdateTaskInput } from '@engawa/contracts';
import { NativeSelect } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { AssigneeMenu } from '../../shared/directory/assignee-menu';
import { DueMenu } from '../../shared/directory/due-menu';
import { dueWords, remindAt, remindChoices } from '../../shared/directory/due.rules';
import { memberName } from '../../shared/directory/names';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { type Translate, useTexts } from '../../shared/intl/messages';
import { LabelChip } from '../../shared/display/label-chip';
import { LabelMenu } from '../../shared/display/label-menu';
import { RelativeTime } from '../../shared/display/relative-time';
import { StatusPill } from '../../shared/display/status-pill';
import { useMinute } from '../../shared/display/use-minute';
import { taskTexts } from './tasks.messages';
import { MAX_LABELS } from './tasks.rules';
import style from './tasks.module.css';

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
    <dl className={style.facts}>
      <dt>{t('tasks.detail.status')}</dt>
      <dd>
        <StatusPill status={task.task.status} onChange={(status) => onChange({ status })} />
        <span className={style.since}>
          {t('tasks.detail.since')} <RelativeTime at={task.task.statusUpdatedAt} />
        </span>
      </dd>
      <dt>{t('tasks.detail.assignee')}</dt>
      <dd>
        <AssigneeMenu
          assignUserId={task.task.assignUserId}
          onChange={(assignUserId) => onChange({ assignUserId })}
        />
      </dd>
      <dt>{t('tasks.detail.due')}</dt>
      <dd>
        <span className={style.due}>
          <DueMenu named task={task.task} onChange={(dueAt) => onChange({ dueAt })} />
        </span>
      </dd>
      {task.task.dueAt === null ? null : (
        <>
          <dt id="task-remind">{t('tasks.detail.remind')}</dt>
          <dd className={style.remind}>
            <RemindChoice task={task} onChange={(remindMinutes) => onChange({ remindMinutes })} />
          </dd>
        </>
      )}
      <dt>{t('tasks.detail.labels')}</dt>
      <dd>
        <LabelMenu
          labels={props.labels}
          most={MAX_LABELS}
          value={task.labelIds}
          onChange={(labelIds) => onChange({ labelIds })}
        >
          <button
            type="button"
            className={style.labelButton}
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
        </LabelMenu>
      </dd>
      {task.members.length > 0 ? (
        <>
          <dt>{t('tasks.detail.members')}</dt>
          <dd className={style.chips}>
            {task.members.map((member) => (
              <Link key={member.id} to={paths.member(member.id)} className={style.person}>
                <MemberAvatar member={member} size={24} />
                {memberName(member)}
              </Link>
            ))}
          </dd>
        </>
      ) : null}
    </dl>
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
    <>
      <NativeSelect
        size="xs"
        aria-labelledby="task-remind"
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
        <span className={style.since}>
          {t('tasks.detail.remind.at', { time: dueWords(intl, new Date(at).toISOString(), now) })}
        </span>
      )}
    </>
  );
}

function leadWords(t: Translate<keyof typeof taskTexts>, minutes: number): string {
  if (minutes === 0) return t('tasks.detail.remind.0');
  if (minutes % 1_440 === 0) return t('tasks.detail.remind.days', { count: minutes / 1_440 });
  if (minutes % 60 === 0) return t('tasks.detail.remind.hours', { count: minutes / 60 });
  return t('tasks.detail.remind.minutes', { count: minutes });
}
