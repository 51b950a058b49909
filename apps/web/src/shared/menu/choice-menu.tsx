import type { ReactNode } from 'react';
import { lazyPart } from '../lazy/lazy-part';
import { LazyMenu, type LazyMenuButton } from '../lazy/lazy-menu';

/** An entry of a menu. */
export interface Choice {
  id: string;
  word: ReactNode;
  icon?: ReactNode;
  /** Marks the current value. */
  current?: boolean;
  /** Language of the label, if it is not the page's. */
  lang?: string;
  /** The key of the same command. */
  keys?: string | null;
  onChoose: () => void;
}

export interface ChoiceMenuProps {
  button: LazyMenuButton;
  width: number;
  position?: 'bottom' | 'bottom-start' | 'bottom-end' | 'top-start';
  /** Evaluated when the menu opens; null is a divider. */
  choices: () => (Choice | null)[];
}

const ChoiceList = lazyPart(async () => (await import('./choice-list')).ChoiceList);

/** A button with a menu, whose code is loaded lazily. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  return <LazyMenu button={props.button} popup="menu" opened={() => <ChoiceList {...props} />} />;
}
