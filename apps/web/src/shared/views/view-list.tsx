import {
  IconBookmarkPlus,
  IconDeviceFloppy,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useTexts } from '../intl/messages';
import type { LazyMenuButton } from '../lazy/lazy-menu';
import { ChoiceList } from '../menu/choice-list';
import type { Choice } from '../menu/choice-menu';
import { savedViewTexts } from './saved-views.messages';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** A saved filter of a page, by name. */
interface View {
  id: string;
  displayName: string;
  shared?: boolean;
}

/** The views of a page and what can be done with them, initially open. */
export function ViewList<Saved extends View>(props: {
  button: LazyMenuButton;
  views: readonly Saved[];
  /** The view that is exactly what the page shows. */
  current: Saved | undefined;
  /** The view that was opened last, if the reader may change it. */
  changeable: Saved | undefined;
  /** Something is filtered, so that there is something to save. */
  filtered: boolean;
  /** Reads views again that could not be read. */
  onRetry?: () => void;
  onOpen: (view: Saved) => void;
  onSaveNew: () => void;
  onUpdate: (view: Saved) => void;
  onRename: (view: Saved) => void;
  onDelete: (view: Saved) => void;
  /** Further choices for the changeable view, before its deletion. */
  more?: (view: Saved) => Choice[];
  /** Choices at the end. */
  last?: () => Choice[];
}) {
  const t = useTexts(savedViewTexts);
  const { views, current, changeable, filtered, onRetry } = props;
  const savable = filtered && !current;
  const changes = (view: Saved): (Choice | null)[] => [
    null,
    ...(savable
      ? [
          {
            id: 'update',
            icon: <IconDeviceFloppy {...icon} />,
            word: t('savedView.update', { name: view.displayName }),
            onChoose: () => props.onUpdate(view),
          },
        ]
      : []),
    {
      id: 'rename',
      icon: <IconPencil {...icon} />,
      word: t('savedView.rename', { name: view.displayName }),
      onChoose: () => props.onRename(view),
    },
    ...(props.more?.(view) ?? []),
    {
      id: 'delete',
      icon: <IconTrash {...icon} />,
      word: t('savedView.delete', { name: view.displayName }),
      onChoose: () => props.onDelete(view),
    },
  ];
  const choices = (): (Choice | null)[] => [
    ...(onRetry
      ? [
          {
            id: 'retry',
            icon: <IconRefresh {...icon} />,
            word: t('savedView.failed'),
            onChoose: onRetry,
          },
        ]
      : []),
    ...(views.length === 0 && !filtered && !onRetry
      ? [{ id: 'none', word: t('savedView.none'), onChoose: () => undefined }]
      : []),
    ...views.map((view) => ({
      id: view.id,
      word: (
        <>
          {view.displayName}
          {view.shared ? <small> {t('savedView.space')}</small> : null}
        </>
      ),
      current: view.id === current?.id,
      onChoose: () => props.onOpen(view),
    })),
    ...(savable
      ? [
          ...(views.length > 0 ? [null] : []),
          {
            id: 'new',
            icon: <IconBookmarkPlus {...icon} />,
            word: t('savedView.new'),
            onChoose: props.onSaveNew,
          },
        ]
      : []),
    ...(changeable ? changes(changeable) : []),
    ...(props.last?.() ?? []),
  ];
  return <ChoiceList width={260} position="bottom-start" button={props.button} choices={choices} />;
}
