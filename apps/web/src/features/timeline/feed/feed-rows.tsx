import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { type FeedPlace, postPath } from '../../../shared/address/post-address';
import { useListLabelsQuery, useListReactionsQuery } from '../../../shared/directory/directory.api';
import { memberName } from '../../../shared/directory/names';
import { useTexts } from '../../../shared/intl/messages';
import type { RowCommand } from '../../../shared/rows/row-scope.store';
import { rowTexts } from '../../../shared/rows/rows.messages';
import { SelectionBar } from '../../../shared/rows/selection-bar';
import {
  useAssigneeChoices,
  useDueChoices,
  useLabelChoices,
  useStatusChoices,
} from '../../../shared/rows/task-choices';
import { useBulk } from '../../../shared/rows/use-bulk';
import { useRows } from '../../../shared/rows/use-rows';
import { useWalk } from '../../../shared/rows/use-walk';
import { useSession } from '../../../shared/session/use-session';
import { choose } from '../../../shared/ui/chooser.store';
import { useConfirmPostMutation } from '../post/must-read.api';
import { editPost, type TaskChange } from '../thread/thread-actions';
import type { ApiDispatch } from '../thread/thread-cache';
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
  useWalk(ids, props.threadId, (id) => {
    reveal(id, () => undefined);
    void navigate(postPath(place, id, { comments: true }), { replace: true });
  });
  return (
    <SelectionBar selected={selected} commands={commands} onClear={() => onSelect(new Set())} />
  );
}

/** A short name of a post, for rejections. */
const nameOf = (post: FeedPost) =>
  [...(post.memo || post.members.map(memberName).join('、'))].slice(0, 20).join('');

function useFeedCommands(posts: readonly FeedPost[], props: FeedRowsProps): RowCommand[] {
  const { place, onEdit } = props;
  const say = useTexts(rowTexts);
  const intl = useIntl();
  const navigate = useNavigate();
  const dispatch = useDispatch<ApiDispatch>();
  const bulk = useBulk();
  const mayChange = useMayChange();
  const actions = useThreadActions();
  const { staff } = useSession();
  const [confirmPost] = useConfirmPostMutation();
  const { data: labels = [] } = useListLabelsQuery();
  const { data: reactions = [] } = useListReactionsQuery();
  const statuses = useStatusChoices();
  const assignees = useAssigneeChoices();
  const dues = useDueChoices();
  const labelChoices = useLabelChoices();

  return useMemo(() => {
    const of = (ids: readonly string[]) => posts.filter(({ id }) => ids.includes(id));
    const setTask = (items: readonly FeedPost[], change: TaskChange) =>
      void bulk({
        items,
        work: ({ id }) => dispatch(editPost(id, { task: change })),
        undo: ({ id, task }) => dispatch(editPost(id, { task })),
        nameOf,
      });
    const same = <Value,>(items: readonly FeedPost[], read: (post: FeedPost) => Value) => {
      const values = new Set(items.map(read));
      return values.size === 1 ? [...values][0] : undefined;
    };
    return [
      {
        key: 's',
        words: say('rows.status'),
        run(ids) {
          const items = of(ids);
          const now = same(items, ({ task }) => task?.status);
          choose(statuses(now, (status) => setTask(items, { status })));
        },
      },
      {
        key: 'a',
        words: say('rows.assign'),
        run(ids) {
          const items = of(ids);
          const now = same(items, ({ task }) => task?.assignUserId);
          choose(assignees(now, (assignUserId) => setTask(items, { assignUserId })));
        },
      },
      {
        key: 'd',
        words: say('rows.due'),
        run(ids) {
          const items = of(ids);
          choose(dues((dueAt) => setTask(items, { dueAt })));
        },
      },
      {
        key: 'l',
        words: say('rows.label'),
        run(ids) {
          const items = of(ids);
          const all = (id: string) => items.every((post) => post.labelIds.includes(id));
          const toggle = (labelId: string) => {
            const off = all(labelId);
            void bulk({
              items,
              work: (post) => {
                const rest = post.labelIds.filter((id) => id !== labelId);
                const labelIds = off ? rest : [...rest, labelId];
                return dispatch(editPost(post.id, { labelIds }));
              },
              undo: ({ id, labelIds }) => dispatch(editPost(id, { labelIds })),
              nameOf,
            });
          };
          choose(labelChoices(labels, all, toggle));
        },
      },
      {
        key: 'r',
        words: say('rows.react'),
        run(ids) {
          choose({
            title: say('rows.react'),
            choices: (query) =>
              reactions
                .filter(({ name, emoji }) => `${name}${emoji}`.includes(query.trim()))
                .map((reaction) => ({
                  id: reaction.id,
                  words: reaction.name,
                  mark: reaction.emoji,
                  run: () => ids.forEach((postId) => actions.react({ postId }, reaction.id)),
                })),
          });
        },
      },
      {
        key: 'c',
        words: say('rows.comment'),
        single: true,
        run: ([id]) => void navigate(postPath(place, id ?? '', { comments: true })),
      },
      {
        key: 'e',
        words: say('rows.finish'),
        run(ids) {
          const open = of(ids).filter(({ task }) => task && task.status !== 'done');
          if (open.length > 0) setTask(open, { status: 'done' });
        },
      },
      {
        key: 'm',
        words: say('rows.mustRead'),
        run(ids) {
          void bulk({
            items: of(ids),
            work: (post) => {
              const confirmed = post.confirmations.some(({ staffId }) => staffId === staff.id);
              return post.mustRead && !confirmed && post.ownerId !== staff.id
                ? confirmPost(post.id).unwrap()
                : dispatch(editPost(post.id, { mustRead: !post.mustRead }));
            },
            nameOf,
          });
        },
      },
      {
        key: 't',
        words: say('rows.task'),
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
        key: 'E',
        words: say('rows.edit'),
        single: true,
        run(ids) {
          const [post] = of(ids);
          if (post && mayChange(post)) onEdit(post.id);
        },
      },
    ] satisfies RowCommand[];
    // Texts and choices follow the language, the rest is stable.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [posts, labels, reactions, intl, place, staff.id]);
}
