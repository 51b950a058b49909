import { Text } from '@mantine/core';
import { useGetPostQuery, useListCommentsQuery } from '../timeline.api';
import { useTexts } from '../../../shared/intl/messages';
import { ListSkeleton, ProblemNotice } from '../../../shared/feedback/states';
import { CommentCard } from './comment-card';
import { CommentForm } from './comment-form';
import { threadTexts } from './thread.messages';

const place = { kind: 'all' } as const;

/** The comments of a post without the post, beside its task. */
export function TaskThread(props: { postId: string; commentId: string | null }) {
  const t = useTexts(threadTexts);
  const { postId, commentId } = props;
  const { data: post } = useGetPostQuery(postId);
  const comments = useListCommentsQuery(postId);
  if (comments.error && !comments.data) {
    return <ProblemNotice error={comments.error} onRetry={() => void comments.refetch()} />;
  }
  if (!comments.data) return <ListSkeleton rows={2} />;
  return (
    <>
      {comments.data.length === 0 ? (
        <Text size="sm" c="dimmed" my={20} ta="center">
          {t('timeline.thread.empty')}
        </Text>
      ) : (
        comments.data.map((comment) => (
          <CommentCard
            key={comment.id}
            comment={comment}
            place={place}
            addressed={comment.id === commentId}
            mayBeSolution={post?.issue?.state === 'open'}
          />
        ))
      )}
      <CommentForm key={postId} postId={postId} />
    </>
  );
}
