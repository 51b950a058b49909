import type { ReactNode } from 'react';
import { laterPart } from './later-part';
import { Unfolding, type UnfoldingButton } from './unfolding';

/** An entry of a menu. */
export interface Choice {
  id: string;
  word: ReactNode;
  icon?: ReactNode;
  /** What stands already. */
  current?: boolean;
  /** The language of the word, where it is not the page's. */
  lang?: string;
  onChoose: () => void;
}

export interface ChoiceMenuProps {
  button: UnfoldingButton;
  width: number;
  position?: 'bottom' | 'bottom-start' | 'bottom-end' | 'top-start';
  /** Asked for when the menu unfolds; null is a line between entries. */
  choices: () => (Choice | null)[];
}

const ChoiceList = laterPart(async () => (await import('./choice-list')).ChoiceList);

/** A button with a menu; the menu's own code is not part of the first page. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  return <Unfolding button={props.button} popup="menu" opened={() => <ChoiceList {...props} />} />;
}
