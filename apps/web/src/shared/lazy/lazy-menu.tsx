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

/** The button of a lazy menu. */
export type LazyMenuButton = ReactElement<
  ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>
>;

/**
 * A button with lazily created content (menu or popover). It is created with its own button at the
 * first press, so that a feed of many posts mounts quickly and the first page needs no menus.
 */
export function LazyMenu(props: {
  button: LazyMenuButton;
  /** Its `aria-haspopup` before the content exists. */
  popup?: 'menu' | 'dialog' | 'listbox';
  /** Replaces the button, initially open. */
  opened: () => ReactNode;
}) {
  const [wanted, want] = useLoadOnDemand();
  const button = cloneElement(props.button, {
    'aria-haspopup': props.popup,
    'aria-expanded': false,
    onClick: want,
  });
  return <Suspense>{wanted ? props.opened() : button}</Suspense>;
}

/**
 * Whether a lazy part is requested, and a function that requests it. The placeholder stays until
 * the part is loaded, so that React shows no fallback.
 */
function useLoadOnDemand(): [boolean, () => void] {
  const [wanted, setWanted] = useState(false);
  return [wanted, () => startTransition(() => setWanted(true))];
}

/** Initially open; closing returns the focus to the button, unless it moved on. */
export function useLazyMenu() {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(true);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) return;
    const before = document.activeElement;
    const within = before?.closest('[data-portal]') ?? null;
    requestAnimationFrame(() => {
      const now = document.activeElement;
      // The closing content holds the focus until it is gone.
      const left = !now || now === document.body || (within !== null && now === before);
      if (left) target.current?.focus();
    });
  };
  return { target, isOpen, change };
}
