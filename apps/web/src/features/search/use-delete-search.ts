import type { SavedSearch } from '@engawa/contracts';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useForgetSavedSearchMutation, useSaveSearchMutation } from './search.api';
import { searchTexts } from './search.messages';

/** Deletes a saved search; the toast undoes it. */
export function useDeleteSearch() {
  const t = useTexts(searchTexts);
  const problemText = useProblemText();
  const [forget] = useForgetSavedSearchMutation();
  const [save] = useSaveSearchMutation();
  const fail = (problem: unknown) => void showFailure(problemText(problem));
  return (search: SavedSearch) =>
    forget(search)
      .unwrap()
      .then(() => {
        const { displayName, criteria } = search;
        showToast(t('search.saved.deleted', { name: displayName }), {
          undo: () =>
            void save({ key: crypto.randomUUID(), displayName, criteria }).unwrap().catch(fail),
        });
      }, fail);
}
