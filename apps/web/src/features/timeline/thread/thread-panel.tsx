import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/address/paths';
import type { FeedPlace } from '../../../shared/address/post-address';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { useFocusReturn } from '../../../shared/layout/use-focus-return';
import { isNotFound } from '../../../shared/problem/api-problem';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../../shared/feedback/states';
import { CommentCard } from './comment-card';
import { CommentForm } from './comment-form';
import { PostCard } from '../post/post-card';
import { type ApiState, cachedPost } from './thread-cache';
import style from './thread-panel.module.css';
import { useGetPostQuery, useListCommentsQuery } from '../timeline.api';
import { useThreadComments } from './use-thread-comments';
import { threadTexts } from './thread.messages';

/**
 * The comments of a post: beside the feed on a wide screen, over it on a narrow one, where the feed
 * keeps its position.
 */
export function ThreadPanel(props: {
  place: FeedPlace;
  postId: string;
  commentId: string | null;
  narrow: boolean;
  onClose: () => void;
}) {
  const t = useTexts(threadTexts);
  const common = useTexts(commonTexts);
  useFocusReturn();
  const { place, postId, commentId, narrow, onClose } = props;
  const asked = useGetPostQuery(postId);
  const held = useSelector((state: ApiState) => cachedPost(state, postId));
  const post = held ?? asked.data;
  const list = useListCommentsQuery(postId);
  const comments = useThreadComments(postId, list.data);
  const form = useRef<{ focus: () => void }>(null);
  const panel = useRef<HTMLElement>(null);
  const addressed = useRef<string | null>(null);

  useEffect(() => {
    if (!commentId || !comments || addressed.current === commentId) return;
    addressed.current = commentId;
    panel.current
      ?.querySelector(`[data-comment="${CSS.escape(commentId)}"]`)
      ?.scrollIntoView({ block: 'center' });
  }, [commentId, comments]);

  useEffect(() => {
    // Focuses the form, except for the address of a comment, which is for reading.
    if (!commentId && !narrow) form.current?.focus();
  }, [postId, commentId, narrow]);

  const gone = asked.error && isNotFound(asked.error);
  return (
    <section
      ref={panel}
      className={style.panel}
      aria-label={t('timeline.thread')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) {
          onClose();
        }
      }}
    >
      <Group component="header" className={style.head} gap={8} wrap="nowrap">
        {narrow ? (
          <ActionIcon size={44} aria-label={common('common.back')} onClick={onClose}>
            <IconArrowLeft size={20} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        ) : null}
        <h2>{t('timeline.thread')}</h2>
        {narrow ? null : (
          <ActionIcon aria-label={t('timeline.thread.close')} onClick={onClose}>
            <IconX size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        )}
      </Group>
      <div className={style.scroll}>
        {gone ? (
          <EmptyState
            title={t('timeline.thread.gone')}
            action={
              <Button component={Link} to={paths.timeline} variant="default">
                {t('timeline.thread.gone.action')}
              </Button>
            }
          />
        ) : post ? (
          <PostCard post={post} place={place} alone />
        ) : asked.error ? (
          <ProblemNotice error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <ListSkeleton rows={1} />
        )}
        {gone ? null : (
          <div className={style.list}>
            {comments?.map((comment) => (
              <CommentCard
                key={comment.id}
                comment={comment}
                place={place}
                addressed={comment.id === commentId}
                mayBeSolution={post?.issue?.state === 'open'}
              />
            ))}
            {list.data && comments?.length === 0 ? (
              <Text size="sm" c="dimmed" my={20} ta="center">
                {t('timeline.thread.empty')}
              </Text>
            ) : null}
            {list.data ? null : list.error ? (
              <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
            ) : (
              <ListSkeleton rows={Math.min(3, post?.commentCount ?? 1)} />
            )}
          </div>
        )}
      </div>
      {gone ? null : (
        <div className={style.foot}>
          <CommentForm key={postId} postId={postId} handle={form} />
        </div>
      )}
    </section>
  );
}
