import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  startTransition,
  Suspense,
  useRef,
  useState,
} from 'react';

/** A button that something unfolds from. */
export type UnfoldingButton = ReactElement<
  ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>
>;

/**
 * A button that something unfolds from. What unfolds is made with the first press, with a button of
 * its own: so a feed of many posts mounts quickly, and the first page does without menus.
 */
export function Unfolding(props: {
  button: UnfoldingButton;
  /** What the button says of it before it is there. */
  popup?: 'menu' | 'dialog';
  /** Comes in the place of the button, unfolded. */
  opened: () => ReactNode;
}) {
  const [wanted, want] = useWanted();
  const button = cloneElement(props.button, {
    'aria-haspopup': props.popup,
    'aria-expanded': false,
    onClick: want,
  });
  return <Suspense>{wanted ? props.opened() : button}</Suspense>;
}

/**
 * Whether a part that comes later is wanted, and how to want it. What shows until then stays until
 * the part is there, so that nothing flashes and nothing waits for React to end a fallback.
 */
export function useWanted(): [boolean, () => void] {
  const [wanted, setWanted] = useState(false);
  return [wanted, () => startTransition(() => setWanted(true))];
}

/** Unfolded from the start; closing it gives the focus back to its button, unless it went on. */
export function useUnfolded() {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(true);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) return;
    const before = document.activeElement;
    const within = before?.closest('[data-portal]') ?? null;
    requestAnimationFrame(() => {
      const now = document.activeElement;
      // What unfolded fades, and holds the focus until it is gone.
      const left = !now || now === document.body || (within !== null && now === before);
      if (left) target.current?.focus();
    });
  };
  return { target, isOpen, change };
}
