import type { SavedView, SavedViewCriteria } from '@engawa/contracts';
import {
  IconArrowUp,
  IconBookmarkPlus,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
  IconUsers,
  IconUsersMinus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan, useSession } from '../../shared/session/use-session';
import { ChoiceList } from '../../shared/ui/choice-list';
import type { Choice } from '../../shared/ui/choice-menu';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import type { UnfoldingButton } from '../../shared/ui/unfolding';
import {
  useCreateSavedViewMutation,
  useDeleteSavedViewMutation,
  useListSavedViewsQuery,
  useOrderSavedViewsMutation,
  useUpdateSavedViewMutation,
} from './saved-views.api';
import { savedViewTexts } from './saved-views.messages';
import { currentView, movedUp, viewPath } from './saved-views.rules';
import { ViewNameDialog } from './view-name-dialog';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The saved views and their actions, open; the code of {@link ViewChoice} after the first click. */
export function ViewMenu({
  criteria,
  button,
}: {
  criteria: SavedViewCriteria;
  button: UnfoldingButton;
}) {
  const say = useTexts(savedViewTexts);
  const problemText = useProblemText();
  const navigate = useNavigate();
  const can = useCan();
  const { staff } = useSession();
  const { pathname, search } = useLocation();
  const { data: views = [] } = useListSavedViewsQuery();
  const [create] = useCreateSavedViewMutation();
  const [update] = useUpdateSavedViewMutation();
  const [order] = useOrderSavedViewsMutation();
  const [remove] = useDeleteSavedViewMutation();
  const [naming, setNaming] = useState<SavedView | 'new' | null>(null);
  // The view that was opened last stays the one to change while the filter is changed.
  const [openedId, setOpenedId] = useState('');

  const filtered = viewPath({ criteria }) !== '/';
  const current = currentView(views, criteria, `${pathname}${search}`);
  const opened = current ?? views.find(({ id }) => id === openedId);
  const mayChange = (view: SavedView) => view.owner.id === staff.id || can('post.moderate');
  const tell = (done: Promise<unknown>, told?: string, undo?: () => void) =>
    void done.then(
      () => (told ? showToast(told, undo && { undo }) : undefined),
      (problem: unknown) => showFailure(problemText(problem)),
    );

  const actions = (view: SavedView): (Choice | null)[] => [
    null,
    ...(!current && filtered
      ? [
          {
            id: 'update',
            icon: <IconDeviceFloppy {...icon} />,
            word: say('savedView.update', { name: view.displayName }),
            onChoose: () =>
              tell(
                update({ view, change: { criteria } }).unwrap(),
                say('savedView.saved', { name: view.displayName }),
              ),
          },
        ]
      : []),
    {
      id: 'rename',
      icon: <IconPencil {...icon} />,
      word: say('savedView.rename', { name: view.displayName }),
      onChoose: () => setNaming(view),
    },
    {
      id: 'share',
      icon: view.shared ? <IconUsersMinus {...icon} /> : <IconUsers {...icon} />,
      word: say(view.shared ? 'savedView.unshare' : 'savedView.share'),
      onChoose: () =>
        tell(
          update({ view, change: { shared: !view.shared } }).unwrap(),
          say(view.shared ? 'savedView.unshared' : 'savedView.shared', { name: view.displayName }),
        ),
    },
    {
      id: 'delete',
      icon: <IconTrash {...icon} />,
      word: say('savedView.delete', { name: view.displayName }),
      onChoose: () => {
        const { displayName, shared } = view;
        const input = { displayName, shared, criteria: view.criteria };
        tell(remove(view).unwrap(), say('savedView.deleted', { name: displayName }), () =>
          tell(create({ key: crypto.randomUUID(), input }).unwrap()),
        );
      },
    },
  ];
  const ids = views.map(({ id }) => id);
  const choices = (): (Choice | null)[] => [
    ...(views.length === 0 && !filtered
      ? [{ id: 'none', word: say('savedView.none'), onChoose: () => undefined }]
      : []),
    ...views.map((view) => ({
      id: view.id,
      word: (
        <>
          {view.displayName}
          {view.shared ? <small> {say('savedView.space')}</small> : null}
        </>
      ),
      current: view.id === current?.id,
      onChoose: () => {
        setOpenedId(view.id);
        void navigate(viewPath(view));
      },
    })),
    ...(filtered && !current
      ? [
          ...(views.length > 0 ? [null] : []),
          {
            id: 'new',
            icon: <IconBookmarkPlus {...icon} />,
            word: say('savedView.new'),
            onChoose: () => setNaming('new'),
          },
        ]
      : []),
    ...(opened && mayChange(opened) ? actions(opened) : []),
    ...(opened && ids.indexOf(opened.id) > 0
      ? [
          {
            id: 'up',
            icon: <IconArrowUp {...icon} />,
            word: say('savedView.up'),
            onChoose: () => tell(order(movedUp(ids, opened.id)).unwrap()),
          },
        ]
      : []),
  ];
  return (
    <>
      <ChoiceList width={260} position="bottom-start" button={button} choices={choices} />
      {naming ? (
        <ViewNameDialog
          view={naming === 'new' ? null : naming}
          criteria={criteria}
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
