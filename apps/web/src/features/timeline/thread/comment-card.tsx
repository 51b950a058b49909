import '../../../shared/theme/floating-sheets';
import { Group, Menu, Stack } from '@mantine/core';
import { IconCircleCheck, IconDots } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type FeedPlace, postPath } from '../../../shared/address/post-address';
import { AuthorName } from '../../../shared/directory/author-name';
import { useListLabelsQuery } from '../../../shared/directory/directory.api';
import { StaffAvatar } from '../../../shared/avatar/person-avatar';
import { hasUnsaved, unsavedKey } from '../../../shared/edit/unsaved-edits';
import { useTexts } from '../../../shared/intl/messages';
import { useSession } from '../../../shared/session/use-session';
import { RelativeTime } from '../../../shared/display/relative-time';
import { Attachments } from '../post/attachments';
import { CommentEditor } from './comment-editor';
import { EditedMark } from '../post/edited-mark';
import { focusBeside, focusCard } from '../post/focus-card';
import { LazyIconMenu } from '../lazy-icon-menu';
import { MemoText } from '../post/memo-text';
import { ThreadLabels } from '../post/post-card-parts';
import { useLinkSolutionMutation } from '../post/solution.api';
import style from '../post/post-card.module.css';
import { ReactButton, ReactionsBar } from '../post/reactions-bar';
import { TaskStrip } from '../post/task-strip';
import type { ThreadComment } from './thread-cache';
import { ThreadMenuList } from './thread-menu';
import { timelineTexts } from '../timeline.messages';
import { useMayChange, useThreadActions } from './use-thread-actions';
import { threadTexts } from './thread.messages';

/** A comment with all its actions. */
export const CommentCard = memo(function CommentCard(props: {
  comment: ThreadComment;
  place: FeedPlace;
  addressed?: boolean;
  /** The post is an open issue, which this comment may solve. */
  mayBeSolution?: boolean;
}) {
  const t = useTexts(timelineTexts);
  const words = useTexts(threadTexts);
  const mayChange = useMayChange();
  const actions = useThreadActions();
  const { data: labels = [] } = useListLabelsQuery();
  const [linkSolution] = useLinkSolutionMutation();
  const { comment, place } = props;
  const session = useSession();
  /** An edit that was left unsaved is shown again with its thread. */
  const [edit, setEdit] = useState<'started' | 'resumed' | null>(() =>
    hasUnsaved(unsavedKey(session, comment.id)) ? 'resumed' : null,
  );
  const card = useRef<HTMLElement>(null);
  const endEdit = () => {
    setEdit(null);
    focusCard(card.current);
  };
  const target = { postId: comment.postId, commentId: comment.id };
  const path = postPath(place, comment.postId, { comments: true, commentId: comment.id });
  const labelled = labels.filter((label) => comment.labelIds.includes(label.id));
  return (
    <article
      ref={card}
      className={`${style.comment} ${props.addressed ? style.addressed : ''} ${comment.pending ? style.pending : ''}`}
      aria-label={words('timeline.comment.card', { name: comment.owner.displayName })}
      data-comment={comment.id}
      tabIndex={-1}
    >
      <StaffAvatar staff={comment.owner} size={32} />
      <Stack gap={4} miw={0}>
        <Group gap={8} align="flex-start" wrap="nowrap" miw={0}>
          <div className={style.who}>
            <AuthorName staff={comment.owner} className={style.name!} />
            <span className={style.soft}>
              {comment.pending ? (
                t(comment.waiting ? 'timeline.waiting' : 'timeline.sending')
              ) : (
                <Link to={path} className="engawa-finger">
                  <RelativeTime at={comment.createdAt} />
                </Link>
              )}
              {comment.editedAt && !comment.pending ? (
                <>
                  {' · '}
                  <EditedMark postId={comment.postId} commentId={comment.id} />
                </>
              ) : null}
            </span>
          </div>
          {comment.pending ? null : (
            <>
              <ReactButton onReact={(reactionId) => actions.react(target, reactionId)} />
              <LazyIconMenu
                name={words('timeline.comment.actions')}
                icon={<IconDots size={18} stroke={1.5} aria-hidden="true" />}
                opened={() => (
                  <ThreadMenuList
                    name={words('timeline.comment.actions')}
                    mayChange={mayChange(comment)}
                    isTask={comment.task !== null}
                    onEdit={() => setEdit('started')}
                    onTask={() =>
                      actions.setTask(
                        target,
                        comment.task ? null : { status: 'waiting', assignUserId: null },
                      )
                    }
                    onLink={() => void actions.copyLink(path)}
                    onDelete={() => {
                      focusBeside(card.current, 'comment');
                      actions.removeComment(comment.postId, comment.id);
                    }}
                  >
                    {props.mayBeSolution ? (
                      <Menu.Item
                        leftSection={<IconCircleCheck size={18} stroke={1.5} aria-hidden="true" />}
                        onClick={() => {
                          const { postId, id: commentId } = comment;
                          const solution = { kind: 'comment', postId, commentId } as const;
                          void actions.tell(linkSolution({ postId, solution }).unwrap());
                        }}
                      >
                        {words('timeline.issue.byComment')}
                      </Menu.Item>
                    ) : null}
                  </ThreadMenuList>
                )}
              />
            </>
          )}
        </Group>
        {edit ? (
          <CommentEditor comment={comment} resumed={edit === 'resumed'} onDone={endEdit} />
        ) : (
          <>
            <MemoText memo={comment.memo} mentions={comment.mentions} />
            <Attachments attachments={comment.attachments} />
            <ThreadLabels labels={labelled} />
            {comment.task ? (
              <TaskStrip
                task={comment.task}
                taskId={comment.pending ? undefined : comment.id}
                onChange={(change) => actions.setTask(target, change)}
              />
            ) : null}
          </>
        )}
        <ReactionsBar
          reactions={comment.reactions}
          onReact={(reactionId) => actions.react(target, reactionId)}
        />
      </Stack>
    </article>
  );
});
