import type { TaskStatus } from '@engawa/contracts';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { statusOrder } from '../directory/task-status';
import { ChoiceMenu } from './choice-menu';
import style from './status-pill.module.css';

/** A task's status; a menu of all statuses if it can be changed. */
export function StatusPill(props: {
  status: TaskStatus;
  /** Only a dot, where the column heading has the word. */
  sign?: boolean;
  onChange?: (status: TaskStatus) => void;
}) {
  const say = useTexts(commonTexts);
  const classes = (status: TaskStatus) => `${style.pill} ${style[status]}`;
  const word = say(`common.status.${props.status}`);
  const { onChange } = props;
  if (!onChange) return <span className={classes(props.status)}>{word}</span>;
  return (
    <ChoiceMenu
      width={160}
      button={
        <button
          type="button"
          className={`engawa-finger ${props.sign ? style.sign : ''} ${classes(props.status)}`}
          aria-label={props.sign ? word : undefined}
          title={props.sign ? `${word} (s)` : undefined}
        >
          {props.sign ? null : word}
        </button>
      }
      choices={() =>
        statusOrder.map((status) => ({
          id: status,
          word: <span className={classes(status)}>{say(`common.status.${status}`)}</span>,
          current: status === props.status,
          onChoose: () => onChange(status),
        }))
      }
    />
  );
}
