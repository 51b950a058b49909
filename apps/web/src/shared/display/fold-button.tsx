import { useTexts } from '../intl/messages';
import { foldButtonTexts } from './fold-button.messages';
import style from './fold-button.module.css';

/** Expands and collapses a text. */
export function FoldButton(props: { open: boolean; onChange: (open: boolean) => void }) {
  const t = useTexts(foldButtonTexts);
  const { open, onChange } = props;
  return (
    <button
      type="button"
      className={style.more}
      aria-expanded={open}
      onClick={() => onChange(!open)}
    >
      {t(open ? 'foldButton.less' : 'foldButton.more')}
    </button>
  );
}
