import { Badge } from '@mantine/core';
import type { TaskStatus } from '@engawa/contracts';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { statusOrder } from '../directory/task-status';
import { useKeyHint, useRowKey } from '../rows/keys';
import { ChoiceMenu } from '../menu/choice-menu';
import style from './status-pill.module.css';
import { toneColors } from './tone';

/** A status in its colours, with a sign that tells it from others without them. */
function look(status: TaskStatus) {
  const { color, background } = toneColors(status === 'inProgress' ? 'progress' : status);
  const sign = <i className={style.sign} data-status={status} aria-hidden="true" />;
  return { c: color, bg: background, leftSection: sign };
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
  const shown = look(props.status);
  if (!onChange) {
    return (
      <Badge component="span" {...shown}>
        {word}
      </Badge>
    );
  }
  return (
    <ChoiceMenu
      width={160}
      button={
        <Badge
          component="button"
          type="button"
          {...shown}
          {...(props.sign ? { bg: 'transparent', leftSection: null, circle: true } : {})}
          className="engawa-finger"
          style={{ flex: 'none', cursor: 'pointer' }}
          aria-label={props.sign ? word : undefined}
          data-tip={props.sign ? word : undefined}
          {...keyHint('status', word)}
        >
          {props.sign ? shown.leftSection : word}
        </Badge>
      }
      choices={() =>
        statusOrder.map((status) => ({
          id: status,
          word: (
            <Badge component="span" {...look(status)}>
              {t(`common.status.${status}`)}
            </Badge>
          ),
          current: status === props.status,
          keys: status === 'done' ? keyOf('finish') : null,
          onChoose: () => onChange(status),
        }))
      }
    />
  );
}
