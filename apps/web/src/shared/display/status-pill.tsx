import type { TaskStatus } from '@engawa/contracts';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { statusOrder } from '../directory/task-status';
import { useKeyHint, useRowKey } from '../rows/keys';
import { ChoiceMenu } from '../menu/choice-menu';
import style from './status-pill.module.css';
import { toneColors } from './tone';

function look(status: TaskStatus, sign = false) {
  const colors = toneColors(status === 'inProgress' ? 'progress' : status);
  return {
    className: style.pill,
    style: sign ? { color: colors.color } : colors,
    'data-status': status,
    'data-sign': sign || undefined,
  };
}

/** A task's status; a menu of all statuses if it can be changed. */
export function StatusPill(props: {
  status: TaskStatus;
  /** Only a dot, where the column heading has the word. */
  sign?: boolean;
  onChange?: (status: TaskStatus) => void;
}) {
  const t = useTexts(commonTexts);
  const word = t(`common.status.${props.status}`);
  const keyHint = useKeyHint();
  const keyOf = useRowKey();
  const { onChange } = props;
  if (!onChange) return <span {...look(props.status)}>{word}</span>;
  return (
    <ChoiceMenu
      width={160}
      button={
        <button
          type="button"
          {...look(props.status, props.sign)}
          className={`engawa-finger ${style.pill}`}
          aria-label={props.sign ? word : undefined}
          data-tip={props.sign ? word : undefined}
          {...keyHint('status', word)}
        >
          {props.sign ? null : word}
        </button>
      }
      choices={() =>
        statusOrder.map((status) => ({
          id: status,
          word: <span {...look(status)}>{t(`common.status.${status}`)}</span>,
          current: status === props.status,
          keys: status === 'done' ? keyOf('finish') : null,
          onChoose: () => onChange(status),
        }))
      }
    />
  );
}
