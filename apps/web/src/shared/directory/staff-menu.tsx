import { lazyPart } from '../lazy/lazy-part';
import { LazyMenu, type LazyMenuButton } from '../lazy/lazy-menu';

export interface StaffMenuProps {
  value: string | null;
  /** Label of the choice “nobody”; without it nobody cannot be chosen. */
  nobody?: string;
  /** Accessible name of the search field. */
  search: string;
  onChange: (staffId: string | null) => void;
  button: LazyMenuButton;
}

const StaffList = lazyPart(async () => (await import('./staff-list')).StaffList);

/** A button with a searchable list of staff, as for choosing an assignee. */
export function StaffMenu(props: StaffMenuProps) {
  return <LazyMenu button={props.button} popup="listbox" opened={() => <StaffList {...props} />} />;
}
