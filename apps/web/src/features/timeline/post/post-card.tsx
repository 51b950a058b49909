import { ActionIcon } from '@mantine/core';
import { IconChecklist, IconDots, IconMessage } from '@tabler/icons-react';
import { memo, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/address/paths';
import { type FeedPlace, postPath } from '../../../shared/address/post-address';
import { useListLabelsQuery } from '../../../shared/directory/directory.api';
import { StaffFace } from '../../../shared/directory/person-face';
import { useTexts } from '../../../shared/intl/messages';
import { FaceStack } from '../../../shared/ui/face';
import { Bone } from '../../../shared/ui/states';
import { RelativeTime } from '../../../shared/ui/relative-time';
import { Attachments } from './attachments';
import type { FeedPost } from '../feed/feed-window';
import { EditedMark } from './edited-mark';
import { IntroductionLine } from './introduction-line';
import { MemoText } from './memo-text';
import style from './post-card.module.css';
import { leadingMembers, MustRead, PostFaces, PostMembers, ThreadLabels } from './post-card-parts';
import { PostEditor, PostMenuList } from '../later';
import { Opener } from '../opener';
import { ReactButton, ReactionsBar } from './reactions-bar';
import { TaskStrip } from './task-strip';
import { timelineTexts } from '../timeline.messages';
import { useMayChange, useThreadActions } from '../thread/use-thread-actions';

/** A post with all its actions. */
export const PostCard = memo(function PostCard(props: {
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
}) {
  const say = useTexts(timelineTexts);
  const mayChange = useMayChange();
  const actions = useThreadActions();
  const { data: labels = [] } = useListLabelsQuery();
  const { post, place, onEdit } = props;
  const [editsHere, setEditsHere] = useState(false);
  const editing = onEdit ? props.editing === true : editsHere;
  const setEditing = (on: boolean) => (onEdit ? onEdit(on ? post.id : null) : setEditsHere(on));
  const target = { postId: post.id };
  const thread = postPath(place, post.id, { comments: true });
  const labelled = labels.filter((label) => post.labelIds.includes(label.id));
  const members = leadingMembers(post, place);
  const toggleTask = () =>
    actions.setTask(target, post.task ? null : { status: 'waiting', assignUserId: null });

  return (
    <article
      className={`${style.card} ${props.alone ? style.alone : ''} ${props.addressed ? style.addressed : ''} ${post.pending ? style.pending : ''}`}
      aria-label={say('timeline.card', { name: post.owner.displayName })}
      aria-busy={post.pending ? true : undefined}
      data-post={post.id}
      data-row={props.alone ? undefined : post.id}
      data-selected={props.selected || undefined}
      tabIndex={-1}
    >
      <PostFaces post={post} members={members} />
      <div className={style.body}>
        <div className={style.head}>
          <div className={style.who}>
            {members.length > 0 ? <PostMembers members={members} /> : <Writer post={post} leads />}
          </div>
          <span className={style.time}>
            {post.editedAt && !post.pending ? (
              <>
                <EditedMark postId={post.id} />
                {' · '}
              </>
            ) : null}
            {post.pending ? (
              say(post.waiting ? 'timeline.waiting' : 'timeline.sending')
            ) : (
              <Link to={postPath(place, post.id)} className="engawa-finger">
                <RelativeTime at={post.talkedAt} words={props.alone ? undefined : 'day'} />
              </Link>
            )}
          </span>
          {post.pending ? null : (
            <Opener
              className={style.menu}
              name={say('timeline.card.actions')}
              icon={<IconDots size={18} stroke={1.5} aria-hidden="true" />}
              opened={() => (
                <PostMenuList
                  post={post}
                  className={style.menu}
                  name={say('timeline.card.actions')}
                  keys={!props.alone}
                  mayChange={mayChange(post)}
                  isTask={post.task !== null}
                  onEdit={() => setEditing(true)}
                  onTask={toggleTask}
                  onLink={() => void actions.copyLink(postPath({ kind: 'all' }, post.id))}
                  onDelete={() => actions.removePost(post.id)}
                />
              )}
            />
          )}
        </div>
        {editing ? (
          <Suspense fallback={<Bone height={190} />}>
            <PostEditor post={post} onDone={() => setEditing(false)} />
          </Suspense>
        ) : (
          <>
            <MemoText
              memo={post.memo}
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
              <div className={style.acts}>
                {post.task ? null : (
                  <ActionIcon
                    className={style.quick}
                    aria-label={say('timeline.task.make')}
                    title={`${say('timeline.task.make')} (t)`}
                    onClick={toggleTask}
                  >
                    <IconChecklist size={18} stroke={1.5} aria-hidden="true" />
                  </ActionIcon>
                )}
                <ReactButton
                  className={style.quick}
                  onReact={(reactionId) => actions.react(target, reactionId)}
                />
                {props.alone ? null : (
                  <Link
                    to={thread}
                    className={`engawa-finger ${style.comments} ${post.commentCount === 0 ? style.quick : ''}`}
                    data-comments
                  >
                    {post.lastCommenters.length > 0 ? (
                      <FaceStack>
                        {post.lastCommenters.map((staff) => (
                          <StaffFace key={staff.id} staff={staff} size={20} />
                        ))}
                      </FaceStack>
                    ) : (
                      <IconMessage size={18} stroke={1.5} aria-hidden="true" />
                    )}
                    {say('timeline.card.comments', { count: post.commentCount })}
                  </Link>
                )}
              </div>
            )}
          </div>
        )}
      </div>
    </article>
  );
});

/** The author: a small second line, or the heading without members. */
function Writer({ post, leads }: { post: FeedPost; leads?: boolean }) {
  const { owner } = post;
  return (
    <span className={style.writer}>
      {leads ? null : <StaffFace staff={owner} size={20} />}
      <Link
        to={paths.staff(owner.id)}
        className={`engawa-finger ${leads ? style.name : style.writerName}`}
      >
        {owner.displayName}
      </Link>
      {leads && owner.jobTitle ? <span className={style.soft}>{owner.jobTitle}</span> : null}
    </span>
  );
}
