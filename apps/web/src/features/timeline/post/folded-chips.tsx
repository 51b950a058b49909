import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../shared/intl/messages';
import { foldButtonTexts } from '../../../shared/display/fold-button.messages';
import style from './post-card.module.css';

/** Chips shown of a long list: about two lines on a phone. */
const CHIPS_SHOWN = 6;

/** A row of chips; a long one is collapsed, because it would fill a phone's screen. */
export function FoldedChips(props: {
  className?: string;
  /** Within a line of text. */
  inline?: boolean;
  chips: readonly ReactNode[];
  /** Label for the number of hidden ones. */
  more: (count: number) => string;
}) {
  const t = useTexts(foldButtonTexts);
  const [open, setOpen] = useState(false);
  const { chips } = props;
  // The button replaces at least two chips.
  const long = chips.length > CHIPS_SHOWN + 1;
  return (
    <div className={props.className} data-inline={props.inline || undefined}>
      {long && !open ? chips.slice(0, CHIPS_SHOWN) : chips}
      {long ? (
        <button
          type="button"
          className={`engawa-finger ${style.more}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? t('foldButton.less') : props.more(chips.length - CHIPS_SHOWN)}
        </button>
      ) : null}
    </div>
  );
}
