import { useMemo, useState } from 'react';

/** The selected rows among those that are shown. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo<ReadonlySet<string>>(
    () => new Set(ids.filter((id) => chosen.has(id))),
    [ids, chosen],
  );
  return [selected, setSelected] as const;
}
