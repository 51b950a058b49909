import { type ReactElement, Suspense } from 'react';
import { lazyPart } from '../lazy/lazy-part';
import { useLoadOnDemand } from '../lazy/lazy-menu';

export interface StaffMenuProps {
  value: string | null;
  /** Label of the choice “nobody”; without it nobody cannot be chosen. */
  nobody?: string;
  /** Accessible name of the search field. */
  search: string;
  onChange: (staffId: string | null) => void;
  /** Renders the button that opens the list. */
  button: (open: () => void) => ReactElement;
}

const StaffList = lazyPart(async () => (await import('./staff-list')).StaffList);

/** A button with a searchable list of staff, as for choosing an assignee. */
export function StaffMenu(props: StaffMenuProps) {
  const [wanted, want] = useLoadOnDemand();
  return <Suspense>{wanted ? <StaffList {...props} /> : props.button(want)}</Suspense>;
}
