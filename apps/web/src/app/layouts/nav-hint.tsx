import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import style from './frame.module.css';

/** Delay before the hint of an entry shows. */
const REST_MS = 300;

/** Shows the names of collapsed sidebar entries as hints. */
export function useNavHint(folded: boolean): {
  /** For the element around the entries; those with `data-hint` have a hint. */
  listeners: Record<string, (event: MouseEvent | FocusEvent) => void> | undefined;
  hint: ReactNode;
} {
  const [shown, setShown] = useState<{ word: string; top: number; left: number } | null>(null);
  const timer = useRef(0);
  const hide = useCallback(() => {
    window.clearTimeout(timer.current);
    setShown(null);
  }, []);
  useEffect(() => {
    if (!folded) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      hide();
    };
  }, [folded, hide]);
  const listeners = useMemo(() => {
    if (!folded) return undefined;
    const rest = (event: MouseEvent | FocusEvent) => {
      const entry = (event.target as Element).closest<HTMLElement>('[data-hint]');
      hide();
      if (!entry) return;
      timer.current = window.setTimeout(() => {
        const box = entry.getBoundingClientRect();
        const word = entry.dataset['hint'] ?? '';
        setShown({ word, top: box.top + box.height / 2, left: box.right + 8 });
      }, REST_MS);
    };
    return { onMouseOver: rest, onMouseLeave: hide, onFocus: rest, onBlur: hide, onClick: hide };
  }, [folded, hide]);
  return {
    listeners,
    // The entry has the word as its accessible name; the hint is only visual.
    hint: shown ? (
      <span className={style.hint} aria-hidden="true" style={{ top: shown.top, left: shown.left }}>
        {shown.word}
      </span>
    ) : null,
  };
}
