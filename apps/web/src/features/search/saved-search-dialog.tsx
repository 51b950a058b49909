import type { SavedSearch } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import { NameDialog } from '../../shared/ui/name-dialog';
import { showToast } from '../../shared/ui/toast.store';
import { useChangeSavedSearchMutation, useSaveSearchMutation } from './search.api';
import { searchTexts } from './search.messages';

/** Asks for the name of a saved search, new or existing. */
export function SavedSearchDialog(props: {
  /** The search to rename; null for a new one. */
  search: SavedSearch | null;
  criteria: SavedSearch['criteria'];
  onClose: () => void;
  onSaved: (search: SavedSearch) => void;
}) {
  const say = useTexts(searchTexts);
  const { search, criteria } = props;
  const [save] = useSaveSearchMutation();
  const [change] = useChangeSavedSearchMutation();
  const keep = async (displayName: string, key: string) => {
    const saved = search
      ? await change({ search, change: { displayName } }).unwrap()
      : await save({ key, displayName, criteria }).unwrap();
    showToast(say('search.saved.done', { name: saved.displayName }));
    props.onSaved(saved);
  };
  return (
    <NameDialog
      title={say(search ? 'search.saved.rename' : 'search.saved.new')}
      label={say('search.saved.name')}
      example={say('search.saved.name.example')}
      missing={say('search.saved.name.missing')}
      name={search?.displayName ?? ''}
      onSave={keep}
      onClose={props.onClose}
    />
  );
}
