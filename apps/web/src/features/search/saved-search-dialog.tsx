import type { SavedSearch } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import { NameDialog } from '../../shared/form/name-dialog';
import { showToast } from '../../shared/feedback/toast.store';
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
  const t = useTexts(searchTexts);
  const { search, criteria } = props;
  const [save] = useSaveSearchMutation();
  const [change] = useChangeSavedSearchMutation();
  const keep = async (displayName: string, key: string, base: SavedSearch | null) => {
    const saved = base
      ? await change({ search: base, change: { displayName } }).unwrap()
      : await save({ key, displayName, criteria }).unwrap();
    showToast(t('search.saved.done', { name: saved.displayName }));
    return saved;
  };
  return (
    <NameDialog
      title={t(search ? 'search.saved.rename' : 'search.saved.new')}
      label={t('search.saved.name')}
      example={t('search.saved.name.example')}
      missing={t('search.saved.name.missing')}
      thing={search}
      onSave={keep}
      onSaved={props.onSaved}
      onClose={props.onClose}
    />
  );
}
