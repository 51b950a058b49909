import type { SavedView } from '@engawa/contracts';
import { IconArrowUp, IconUsers, IconUsersMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { changeSafely } from '../../shared/edit/change-safely';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan, useSession } from '../../shared/session/use-session';
import type { Choice } from '../../shared/menu/choice-menu';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import type { LazyMenuButton } from '../../shared/lazy/lazy-menu';
import { savedViewTexts } from '../../shared/views/saved-views.messages';
import { ViewList } from '../../shared/views/view-list';
import {
  useCreateSavedViewMutation,
  useDeleteSavedViewMutation,
  useListSavedViewsQuery,
  useOrderSavedViewsMutation,
  useUpdateSavedViewMutation,
} from './saved-views.api';
import { currentView, movedUp, type ShownView } from './saved-views.rules';
import { ViewNameDialog } from './view-name-dialog';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The saved views and their actions, open; the code of {@link ViewChoice} after the first click. */
export function ViewMenu({ shown, button }: { shown: ShownView; button: LazyMenuButton }) {
  const t = useTexts(savedViewTexts);
  const problemText = useProblemText();
  const navigate = useNavigate();
  const can = useCan();
  const { staff } = useSession();
  const { pathname, search } = useLocation();
  const { data: views = [], isError, refetch } = useListSavedViewsQuery(shown.page);
  const [create] = useCreateSavedViewMutation();
  const [update] = useUpdateSavedViewMutation();
  const [order] = useOrderSavedViewsMutation();
  const [remove] = useDeleteSavedViewMutation();
  const [naming, setNaming] = useState<SavedView | 'new' | null>(null);
  // The view that was opened last stays the one to change while the filter is changed.
  const [openedId, setOpenedId] = useState('');

  const current = currentView(views, shown, `${pathname}${search}`);
  const opened = current ?? views.find(({ id }) => id === openedId);
  const mayChange = (view: SavedView) => view.owner.id === staff.id || can('post.moderate');
  const changeView = (view: SavedView, change: ShownView['kept'] & { shared?: boolean }) =>
    changeSafely<SavedView, SavedView>(view, change, (base) =>
      update({ view: base, change }).unwrap(),
    );
  const tell = (done: Promise<unknown>, told?: string, undo?: () => void) =>
    void done.then(
      () => (told ? showToast(told, undo && { undo }) : undefined),
      (problem: unknown) => showFailure(problemText(problem)),
    );

  const ids = views.map(({ id }) => id);
  const share = (view: SavedView): Choice => ({
    id: 'share',
    icon: view.shared ? <IconUsersMinus {...icon} /> : <IconUsers {...icon} />,
    word: t(view.shared ? 'savedView.unshare' : 'savedView.share'),
    onChoose: () =>
      tell(
        changeView(view, { shared: !view.shared }),
        t(view.shared ? 'savedView.unshared' : 'savedView.shared', { name: view.displayName }),
      ),
  });
  const drop = (view: SavedView) => {
    const { displayName, shared, criteria, memberCriteria } = view;
    const input = { displayName, shared, criteria, memberCriteria };
    tell(remove(view).unwrap(), t('savedView.deleted', { name: displayName }), () =>
      tell(create({ key: crypto.randomUUID(), input }).unwrap()),
    );
  };
  const up = (): Choice[] =>
    opened && ids.indexOf(opened.id) > 0
      ? [
          {
            id: 'up',
            icon: <IconArrowUp {...icon} />,
            word: t('savedView.up'),
            onChoose: () =>
              tell(order({ page: shown.page, ids: movedUp(ids, opened.id) }).unwrap()),
          },
        ]
      : [];
  return (
    <>
      <ViewList
        button={button}
        views={views}
        current={current}
        changeable={opened && mayChange(opened) ? opened : undefined}
        filtered={shown.path.includes('?')}
        onRetry={isError && views.length === 0 ? () => void refetch() : undefined}
        onOpen={(view) => {
          setOpenedId(view.id);
          void navigate(shown.pathOf(view));
        }}
        onSaveNew={() => setNaming('new')}
        onUpdate={(view) =>
          tell(changeView(view, shown.kept), t('savedView.saved', { name: view.displayName }))
        }
        onRename={setNaming}
        onDelete={drop}
        more={(view) => [share(view)]}
        last={up}
      />
      {naming ? (
        <ViewNameDialog
          view={naming === 'new' ? null : naming}
          shown={shown}
          onSaved={(view) => {
            setOpenedId(view.id);
            setNaming(null);
          }}
          onClose={() => setNaming(null)}
        />
      ) : null}
    </>
  );
}
