import type { SavedView } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import { NameDialog } from '../../shared/form/name-dialog';
import { showToast } from '../../shared/feedback/toast.store';
import { useCreateSavedViewMutation, useUpdateSavedViewMutation } from './saved-views.api';
import { savedViewTexts } from '../../shared/views/saved-views.messages';
import type { ShownView } from './saved-views.rules';

/** Asks for the name of a new or existing view. */
export function ViewNameDialog(props: {
  /** The one to rename; null for a new one. */
  view: SavedView | null;
  shown: ShownView;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}) {
  const t = useTexts(savedViewTexts);
  const { view, shown } = props;
  const [create] = useCreateSavedViewMutation();
  const [update] = useUpdateSavedViewMutation();
  const save = async (displayName: string, key: string, base: SavedView | null) => {
    const saved = base
      ? await update({ view: base, change: { displayName } }).unwrap()
      : await create({
          key,
          input: { displayName, shared: false, ...shown.kept },
        }).unwrap();
    showToast(t('savedView.saved', { name: saved.displayName }));
    return saved;
  };
  return (
    <NameDialog
      title={view ? t('savedView.rename', { name: view.displayName }) : t('savedView.new')}
      label={t('savedView.name')}
      example={t(`savedView.name.example.${shown.page}`)}
      missing={t('savedView.name.missing')}
      thing={view}
      onSave={save}
      onSaved={props.onSaved}
      onClose={props.onClose}
    />
  );
}
