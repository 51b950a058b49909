import { ActionIcon, Avatar, Group, Skeleton, Stack } from '@mantine/core';
import { IconChecklist, IconDots, IconMessage } from '@tabler/icons-react';
import { memo, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type FeedPlace, postPath } from '../../../shared/address/post-address';
import { AuthorName } from '../../../shared/directory/author-name';
import { useListLabelsQuery } from '../../../shared/directory/directory.api';
import { StaffAvatar } from '../../../shared/avatar/person-avatar';
import { useTexts } from '../../../shared/intl/messages';
import { RowKeys, useKeyHint } from '../../../shared/rows/keys';
import { RelativeTime } from '../../../shared/display/relative-time';
import { Attachments } from './attachments';
import type { FeedPost } from '../feed/feed-window';
import { EditedMark } from './edited-mark';
import { focusBeside, focusCard } from './focus-card';
import { IntroductionLine } from './introduction-line';
import { MemoText } from './memo-text';
import style from './post-card.module.css';
import {
  leadingMembers,
  MustRead,
  PostAvatars,
  PostMembers,
  ThreadLabels,
} from './post-card-parts';
import { PostEditor, PostMenuList } from '../lazy-parts';
import { LazyIconMenu } from '../lazy-icon-menu';
import { ReactButton, ReactionsBar } from './reactions-bar';
import { TaskStrip } from './task-strip';
import { timelineTexts } from '../timeline.messages';
import { useMayChange, useThreadActions } from '../thread/use-thread-actions';

/** A post with all its actions. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  return (
    <RowKeys value={!props.alone}>
      <Card {...props} />
    </RowKeys>
  );
});

interface PostCardProps {
  post: FeedPost;
  place: FeedPlace;
  /** Named by the address. */
  addressed?: boolean;
  /** Above its own thread: complete, and without the link to it. */
  alone?: boolean;
  selected?: boolean;
  /** Set by the list, whose keys edit too; a single card has its own state. */
  editing?: boolean;
  onEdit?: (id: string | null) => void;
}

function Card(props: PostCardProps) {
  const t = useTexts(timelineTexts);
  const mayChange = useMayChange();
  const actions = useThreadActions();
  const keyHint = useKeyHint();
  const { data: labels = [] } = useListLabelsQuery();
  const { post, place, onEdit } = props;
  const [editsHere, setEditsHere] = useState(false);
  const editing = onEdit ? props.editing === true : editsHere;
  const setEditing = (on: boolean) => (onEdit ? onEdit(on ? post.id : null) : setEditsHere(on));
  /** The list shows the card again while its post is edited. */
  const [resumed, setResumed] = useState(editing);
  if (resumed && !editing) setResumed(false);
  const card = useRef<HTMLElement>(null);
  const endEdit = () => {
    setEditing(false);
    focusCard(card.current);
  };
  const target = { postId: post.id };
  const thread = postPath(place, post.id, { comments: true });
  const isAnswered = post.commentCount > 0;
  const labelled = labels.filter((label) => post.labelIds.includes(label.id));
  const members = leadingMembers(post, place);
  const toggleTask = () =>
    actions.setTask(target, post.task ? null : { status: 'waiting', assignUserId: null });

  return (
    <article
      ref={card}
      className={`engawa-card ${style.card} ${props.alone ? style.alone : ''} ${props.addressed ? style.addressed : ''} ${post.pending ? style.pending : ''}`}
      aria-label={t('timeline.card', { name: post.owner.displayName })}
      aria-busy={post.pending ? true : undefined}
      data-post={post.id}
      data-row={props.alone ? undefined : post.id}
      data-selected={props.selected || undefined}
      tabIndex={-1}
    >
      <PostAvatars post={post} members={members} />
      <Stack gap={4} miw={0}>
        <Group gap="0 8px" align="flex-start" miw={0}>
          <div className={style.who}>
            {members.length > 0 ? <PostMembers members={members} /> : <Writer post={post} leads />}
          </div>
          <span className={style.soft}>
            {post.editedAt && !post.pending ? (
              <>
                <EditedMark postId={post.id} />
                {' · '}
              </>
            ) : null}
            {post.pending ? (
              t(post.waiting ? 'timeline.waiting' : 'timeline.sending')
            ) : (
              <Link to={postPath(place, post.id)} className="engawa-finger">
                <RelativeTime at={post.talkedAt} words={props.alone ? undefined : 'day'} />
              </Link>
            )}
          </span>
          {post.pending ? null : (
            <LazyIconMenu
              className={style.menu}
              name={t('timeline.card.actions')}
              icon={<IconDots size={18} stroke={1.5} aria-hidden="true" />}
              opened={() => (
                <PostMenuList
                  post={post}
                  className={style.menu}
                  name={t('timeline.card.actions')}
                  mayChange={mayChange(post)}
                  isTask={post.task !== null}
                  onEdit={() => setEditing(true)}
                  onTask={toggleTask}
                  onLink={() => void actions.copyLink(postPath({ kind: 'all' }, post.id))}
                  onDelete={() => {
                    focusBeside(card.current, 'post');
                    actions.removePost(post.id);
                  }}
                />
              )}
            />
          )}
        </Group>
        {editing ? (
          <Suspense fallback={<Skeleton height={190} />}>
            <PostEditor post={post} resumed={resumed} onDone={endEdit} />
          </Suspense>
        ) : (
          <>
            <MemoText
              memo={post.memo}
              mentions={post.mentions}
              whole={props.alone}
              end={
                <ThreadLabels
                  labels={labelled}
                  issue={post.issue}
                  at={{ place, postId: post.id }}
                  inline
                />
              }
            />
            {post.introduction ? (
              <IntroductionLine
                introduction={post.introduction}
                onOutcome={
                  mayChange(post) ? (outcome) => actions.setOutcome(post, outcome) : undefined
                }
              />
            ) : null}
            <Attachments attachments={post.attachments} />
          </>
        )}
        {post.task && !editing ? (
          <TaskStrip
            task={post.task}
            taskId={post.pending ? undefined : post.id}
            onChange={(change) => actions.setTask(target, change)}
          />
        ) : null}
        {post.mustRead ? <MustRead post={post} /> : null}
        {editing ? null : (
          <div className={style.foot}>
            {members.length > 0 ? <Writer post={post} /> : null}
            <ReactionsBar
              reactions={post.reactions}
              onReact={(reactionId) => actions.react(target, reactionId)}
            />
            {post.pending ? null : (
              <div className={`${style.acts} ${isAnswered ? '' : style.quick}`}>
                <div className={isAnswered ? style.quick : undefined}>
                  {post.task ? null : (
                    <ActionIcon
                      aria-label={t('timeline.task.make')}
                      data-tip={t('timeline.task.make')}
                      {...keyHint('task', t('timeline.task.make'))}
                      onClick={toggleTask}
                    >
                      <IconChecklist size={18} stroke={1.5} aria-hidden="true" />
                    </ActionIcon>
                  )}
                  <ReactButton onReact={(reactionId) => actions.react(target, reactionId)} />
                </div>
                {props.alone ? null : (
                  <Link
                    to={thread}
                    className="engawa-finger engawa-tool"
                    data-comments
                    {...keyHint(
                      'comment',
                      t('timeline.card.comments', { count: post.commentCount }),
                    )}
                  >
                    {post.lastCommenters.length > 0 ? (
                      <Avatar.Group>
                        {post.lastCommenters.map((staff) => (
                          <StaffAvatar key={staff.id} staff={staff} size={20} />
                        ))}
                      </Avatar.Group>
                    ) : (
                      <IconMessage size={18} stroke={1.5} aria-hidden="true" />
                    )}
                    <span>{t('timeline.card.comments', { count: post.commentCount })}</span>
                  </Link>
                )}
              </div>
            )}
          </div>
        )}
      </Stack>
    </article>
  );
}

/** The author: a small second line, or the heading without members. */
function Writer({ post, leads }: { post: FeedPost; leads?: boolean }) {
  const { owner } = post;
  return (
    <Group component="span" gap={8} wrap="nowrap" display="inline-flex" miw={0}>
      {leads ? null : <StaffAvatar staff={owner} size={20} />}
      <AuthorName staff={owner} className={leads ? style.name! : style.writer!} />
      {leads && owner.jobTitle ? <span className={style.soft}>{owner.jobTitle}</span> : null}
    </Group>
  );
}
