import type { SavedView, SavedViewCriteria } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import { NameDialog } from '../../shared/ui/name-dialog';
import { showToast } from '../../shared/ui/toast.store';
import { useCreateSavedViewMutation, useUpdateSavedViewMutation } from './saved-views.api';
import { savedViewTexts } from './saved-views.messages';

/** Asks for the name of a view that is saved, or of one that is there. */
export function ViewNameDialog(props: {
  /** The one to rename; null for a new one. */
  view: SavedView | null;
  criteria: SavedViewCriteria;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}) {
  const say = useTexts(savedViewTexts);
  const { view, criteria } = props;
  const [create] = useCreateSavedViewMutation();
  const [update] = useUpdateSavedViewMutation();
  const save = async (displayName: string, key: string) => {
    const saved = view
      ? await update({ view, change: { displayName } }).unwrap()
      : await create({ key, input: { displayName, shared: false, criteria } }).unwrap();
    showToast(say('savedView.saved', { name: saved.displayName }));
    props.onSaved(saved);
  };
  return (
    <NameDialog
      title={view ? say('savedView.rename', { name: view.displayName }) : say('savedView.new')}
      label={say('savedView.name')}
      example={say('savedView.name.example')}
      missing={say('savedView.name.missing')}
      name={view?.displayName ?? ''}
      onSave={save}
      onClose={props.onClose}
    />
  );
}
