import { HitKeys } from '../../features/timeline/hits/hit-keys';
import { SearchPage as Search } from '../../features/search/search.page';

/** The search, with the keys of its hits and the thread of one beside them. */
export function SearchPage() {
  return <Search rows={(rows) => <HitKeys {...rows} />} />;
}
