import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { type FeedPlace, postPath } from '../../../shared/address/post-address';
import { shortName } from '../../../shared/directory/names';
import { useTexts } from '../../../shared/intl/messages';
import type { RowCommand } from '../../../shared/rows/row-scope.store';
import { rowTexts } from '../../../shared/rows/rows.messages';
import { SelectionBar } from '../../../shared/rows/selection-bar';
import { useReactionChoices } from '../../../shared/rows/task-choices';
import { useBulk } from '../../../shared/rows/use-bulk';
import { useFollowRows } from '../../../shared/rows/use-follow-rows';
import { useRows } from '../../../shared/rows/use-rows';
import { useArrowKeys } from '../../../shared/rows/use-arrow-keys';
import { useSession } from '../../../shared/session/use-session';
import { choose } from '../../../shared/menu/chooser.store';
import { useConfirmPostMutation } from '../post/must-read.api';
import { editPost } from '../thread/post-actions';
import { type TaskChange } from '../thread/shown-change';
import { mustReadStep } from '../post/must-read.rules';
import type { ApiDispatch } from '../thread/thread-cache';
import { useThreadCommands } from '../thread/thread-commands';
import { useMayChange, useThreadActions } from '../thread/use-thread-actions';
import type { FeedPost } from './feed-window';

interface FeedRowsProps {
  posts: readonly FeedPost[];
  place: FeedPlace;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onEdit: (id: string) => void;
  reveal: (id: string, done: () => void) => void;
  /** The post with the open thread. */
  threadId: string | null;
}

/** Keys of the feed, and the selection bar. */
export function FeedRows(props: FeedRowsProps) {
  const { posts, place, selected, onSelect, reveal } = props;
  const navigate = useNavigate();
  const written = useMemo(() => posts.filter((post) => !post.pending), [posts]);
  const ids = useMemo(() => written.map(({ id }) => id), [written]);
  const commands = useFeedCommands(written, props);
  const open = (id: string) => void navigate(postPath(place, id, { comments: true }));
  useRows({ ids, selected, onSelect, commands, onOpen: open, reveal });
  useArrowKeys(ids, props.threadId, (id) => {
    reveal(id, () => undefined);
    void navigate(postPath(place, id, { comments: true }), { replace: true });
  });
  return (
    <SelectionBar selected={selected} commands={commands} onClear={() => onSelect(new Set())} />
  );
}

function useFeedCommands(posts: readonly FeedPost[], props: FeedRowsProps): RowCommand[] {
  const { place, onEdit } = props;
  const t = useTexts(rowTexts);
  const intl = useIntl();
  const nameOf = (post: FeedPost) => shortName(intl, post);
  const navigate = useNavigate();
  const dispatch = useDispatch<ApiDispatch>();
  const bulk = useBulk();
  const mayChange = useMayChange();
  const actions = useThreadActions();
  const { staff } = useSession();
  const [confirmPost] = useConfirmPostMutation();
  const follow = useFollowRows('post');
  const reactions = useReactionChoices();
  const threadCommands = useThreadCommands();

  return useMemo(() => {
    const of = (ids: readonly string[]) => posts.filter(({ id }) => ids.includes(id));
    const setTask = (items: readonly FeedPost[], change: TaskChange) =>
      void bulk({
        items,
        work: ({ id }) => dispatch(editPost(id, { task: change })),
        undo: ({ id, task }) => dispatch(editPost(id, { task })),
        nameOf,
      });
    return [
      ...threadCommands({
        load: of,
        edit: ({ id }, change) => dispatch(editPost(id, change)),
        nameOf,
      }),
      {
        name: 'react',
        words: t('rows.react'),
        run(ids) {
          const react = (id: string) => ids.forEach((postId) => actions.react({ postId }, id));
          void reactions(react).then(choose);
        },
      },
      {
        name: 'comment',
        words: t('rows.comment'),
        single: true,
        run: ([id]) => void navigate(postPath(place, id ?? '', { comments: true })),
      },
      {
        name: 'mustRead',
        words: t('rows.mustRead'),
        run(ids) {
          void bulk({
            items: of(ids),
            work: (post) => {
              const step = mustReadStep(post, staff.id);
              return step === 'confirm'
                ? confirmPost(post.id).unwrap()
                : dispatch(editPost(post.id, { mustRead: step === 'make' }));
            },
            nameOf,
          });
        },
      },
      {
        name: 'task',
        words: t('rows.task'),
        run(ids) {
          const items = of(ids);
          const isTask = items.every(({ task }) => task !== null);
          setTask(
            isTask ? items : items.filter(({ task }) => task === null),
            isTask ? null : { status: 'waiting', assignUserId: null },
          );
        },
      },
      {
        name: 'follow',
        words: t('rows.follow'),
        run: (ids) => follow(of(ids), nameOf),
      },
      {
        name: 'edit',
        words: t('rows.edit'),
        single: true,
        run(ids) {
          const [post] = of(ids);
          if (post && mayChange(post)) onEdit(post.id);
        },
      },
    ] satisfies RowCommand[];
    // Texts and choices follow the language, the rest is stable.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [posts, reactions, follow, intl, place, staff.id]);
}
