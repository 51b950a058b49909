import type { Label } from '@engawa/contracts';
import { LazyMenu, type LazyMenuButton } from '../lazy/lazy-menu';
import { lazyPart } from '../lazy/lazy-part';

export interface LabelMenuProps {
  labels: readonly Label[];
  value: readonly string[];
  /** Words of the choice of no label: one can be chosen instead of several. */
  any?: string;
  /** Most that can be chosen; default: all. */
  most?: number;
  onChange: (labelIds: string[]) => void;
  children: LazyMenuButton;
}

const LabelList = lazyPart(async () => (await import('./label-list')).LabelList);

/** A button with a searchable list of the space's labels. */
export function LabelMenu(props: LabelMenuProps) {
  return (
    <LazyMenu button={props.children} popup="listbox" opened={() => <LabelList {...props} />} />
  );
}
