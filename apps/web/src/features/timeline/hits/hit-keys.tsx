import type { Comment, Post, SearchHit } from '@engawa/contracts';
import { Suspense, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { useIntl } from 'react-intl';
import { readOnce } from '../../../shared/api/read-once';
import { shortName } from '../../../shared/directory/names';
import { useTexts } from '../../../shared/intl/messages';
import { ListSkeleton } from '../../../shared/feedback/states';
import { Pane } from '../../../shared/layout/pane';
import { useNarrow } from '../../../shared/layout/use-wide';
import { choose } from '../../../shared/menu/chooser.store';
import type { RowCommand } from '../../../shared/rows/row-scope.store';
import { rowTexts } from '../../../shared/rows/rows.messages';
import { SelectionBar } from '../../../shared/rows/selection-bar';
import { useReactionChoices } from '../../../shared/rows/task-choices';
import { useArrowKeys } from '../../../shared/rows/use-arrow-keys';
import { useFollowRows } from '../../../shared/rows/use-follow-rows';
import { useRows } from '../../../shared/rows/use-rows';
import { ThreadPanel } from '../lazy-parts';
import { timelineApi } from '../timeline.api';
import { editComment } from '../thread/comment-actions';
import { editPost } from '../thread/post-actions';
import { type ApiDispatch, cachedComment } from '../thread/thread-cache';
import { useThreadCommands } from '../thread/thread-commands';
import { useThreadActions } from '../thread/use-thread-actions';

const { endpoints } = timelineApi;

/** What a change of a hit's post or comment changes of the hit. */
type HitChange = Pick<SearchHit, 'labelIds' | 'taskStatus'>;

/** Keys of the hits of a search; the thread of the open one lies beside them. */
export function HitKeys(props: {
  hits: readonly SearchHit[];
  /** Shows a change at once; the index follows later. */
  onChanged: (id: string, change: HitChange) => void;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  openId: string | null;
  onOpen: (id: string | null) => void;
}) {
  const { hits, selected, onSelect, openId, onOpen } = props;
  const narrow = useNarrow();
  const ids = useMemo(() => hits.map(({ id }) => id), [hits]);
  const commands = useHitCommands(hits, onOpen, props.onChanged);
  useRows({ ids, selected, onSelect, commands, onOpen });
  useArrowKeys(ids, openId, onOpen);
  const opened = hits.find(({ id }) => id === openId);
  const close = () => onOpen(null);
  return (
    <>
      <SelectionBar selected={selected} commands={commands} onClear={() => onSelect(new Set())} />
      {opened ? (
        <Pane onClose={close}>
          <Suspense fallback={<ListSkeleton rows={3} />}>
            <ThreadPanel
              key={opened.id}
              place={{ kind: 'all' }}
              postId={opened.postId}
              commentId={opened.commentId}
              narrow={narrow}
              onClose={close}
            />
          </Suspense>
        </Pane>
      ) : null}
    </>
  );
}

function useHitCommands(
  hits: readonly SearchHit[],
  onOpen: (id: string | null) => void,
  onChanged: (id: string, change: HitChange) => void,
): RowCommand[] {
  const t = useTexts(rowTexts);
  const intl = useIntl();
  const dispatch = useDispatch<ApiDispatch>();
  const threadCommands = useThreadCommands();
  const actions = useThreadActions();
  const follow = useFollowRows('post');
  const reactions = useReactionChoices();
  const of = (ids: readonly string[]) => hits.filter(({ id }) => ids.includes(id));
  /** Uses a comment while its thread, which nobody may show, is sure to be in the cache. */
  const withThread = async <Result,>(postId: string, act: () => Result) => {
    const held = dispatch(endpoints.listComments.initiate(postId));
    try {
      await held.unwrap();
      return act();
    } finally {
      held.unsubscribe();
    }
  };
  /** A hit lacks the assignee and the due date, and the index is behind. */
  const load = async ({ postId, commentId }: SearchHit): Promise<Post | Comment> =>
    commentId === null
      ? readOnce(dispatch(endpoints.getPost.initiate(postId)))
      : withThread(postId, () =>
          dispatch((_, getState) => cachedComment(getState(), postId, commentId)),
        );
  return [
    ...threadCommands({
      load: (ids) =>
        Promise.all(
          of(ids).map(async (hit) => {
            const { task, labelIds } = await load(hit);
            return { hit, task, labelIds };
          }),
        ),
      async edit({ hit }, change) {
        const { postId, commentId } = hit;
        const { labelIds, task } = await (commentId === null
          ? dispatch(editPost(postId, change))
          : withThread(postId, () => dispatch(editComment(postId, commentId, change))));
        onChanged(hit.id, { labelIds, taskStatus: task?.status ?? null });
      },
      nameOf: ({ hit }) => shortName(intl, hit),
    }),
    {
      name: 'comment',
      words: t('rows.comment'),
      single: true,
      run: ([id]) => onOpen(id ?? null),
    },
    {
      name: 'react',
      words: t('rows.react'),
      run(ids) {
        const react = (id: string) => of(ids).forEach((hit) => actions.react(hit, id));
        void reactions(react).then(choose);
      },
    },
    {
      name: 'follow',
      words: t('rows.follow'),
      run(ids) {
        // Several hits may belong to one post.
        const posts = new Map(of(ids).map((hit) => [hit.postId, { ...hit, id: hit.postId }]));
        void follow([...posts.values()], (hit) => shortName(intl, hit));
      },
    },
  ];
}
