import { Button } from '@mantine/core';
import { useTexts } from '../../../shared/intl/messages';
import style from './form.module.css';
import { timelineTexts } from '../timeline.messages';

/** The current version after a stale edit, with a way to merge both texts. */
export function StaleNotice(props: {
  memo: string;
  /** Both changed the memo. */
  conflict: boolean;
  onAdd: () => void;
}) {
  const say = useTexts(timelineTexts);
  return (
    <div className={style.current} role="alert">
      <p>{say('timeline.edit.stale')}</p>
      <p>{say('timeline.edit.current')}</p>
      <div className={style.theirs}>{props.memo}</div>
      {props.conflict ? (
        <Button size="compact-sm" variant="default" onClick={props.onAdd}>
          {say('timeline.edit.add')}
        </Button>
      ) : null}
    </div>
  );
}
