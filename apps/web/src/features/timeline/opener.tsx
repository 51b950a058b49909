import { ActionIcon } from '@mantine/core';
import { type ReactNode, Suspense, useRef, useState } from 'react';

/**
 * A button that something unfolds from. What unfolds is made with the first press, with a button of
 * its own: so a feed of many posts mounts quickly, and the first page does without menus.
 */
export function Opener(props: {
  name: string;
  icon: ReactNode;
  className?: string;
  /** The keys of the feed find it by this. */
  react?: boolean;
  /** Comes in the place of the button, unfolded. */
  opened: () => ReactNode;
}) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <ActionIcon
      className={props.className}
      aria-label={props.name}
      aria-haspopup="menu"
      aria-expanded={false}
      data-react={props.react ? '' : undefined}
      onClick={() => setWanted(true)}
    >
      {props.icon}
    </ActionIcon>
  );
  return wanted ? <Suspense fallback={button}>{props.opened()}</Suspense> : button;
}

/** Unfolded from the start; closing it gives the focus back to its button, unless it went on. */
export function useUnfolded() {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(true);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) return;
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) target.current?.focus();
    });
  };
  return { target, isOpen, change };
}
