import type { ReactNode } from 'react';
import { laterPart } from './later-part';
import { Unfolding, type UnfoldingButton } from './unfolding';

/** An entry of a menu. */
export interface Choice {
  id: string;
  word: ReactNode;
  icon?: ReactNode;
  /** Marks the current value. */
  current?: boolean;
  /** Language of the label, if it is not the page's. */
  lang?: string;
  onChoose: () => void;
}

export interface ChoiceMenuProps {
  button: UnfoldingButton;
  width: number;
  position?: 'bottom' | 'bottom-start' | 'bottom-end' | 'top-start';
  /** Evaluated when the menu opens; null is a divider. */
  choices: () => (Choice | null)[];
}

const ChoiceList = laterPart(async () => (await import('./choice-list')).ChoiceList);

/** A button with a menu, whose code is loaded lazily. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  return <Unfolding button={props.button} popup="menu" opened={() => <ChoiceList {...props} />} />;
}
