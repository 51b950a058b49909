import { type ReactElement, Suspense } from 'react';
import { laterPart } from '../ui/later-part';
import { useWanted } from '../ui/unfolding';

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

const StaffList = laterPart(async () => (await import('./staff-list')).StaffList);

/** A button with a searchable list of staff, as for choosing an assignee. */
export function StaffMenu(props: StaffMenuProps) {
  const [wanted, want] = useWanted();
  return <Suspense>{wanted ? <StaffList {...props} /> : props.button(want)}</Suspense>;
}
