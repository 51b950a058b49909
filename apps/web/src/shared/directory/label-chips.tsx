import { LabelChip } from '../display/label-chip';
import { useListLabelsQuery } from './directory.api';

/** Labels in their order; unknown ids are left out. */
export function LabelChips({ ids }: { ids: readonly string[] }) {
  const { data: labels = [] } = useListLabelsQuery();
  return labels
    .filter(({ id }) => ids.includes(id))
    .map((label) => <LabelChip key={label.id} label={label} />);
}
