import type { Post } from '@engawa/contracts';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { createTranslate } from '../../../shared/intl/messages';
import { problemText } from '../../../shared/problem/problem-text';
import { useSession } from '../../../shared/session/use-session';
import { copyText } from '../../../shared/feedback/copy-text';
import { hideToast, showFailure, showToast, UNDO_MS } from '../../../shared/feedback/toast.store';
import { restoreComment, editComment, removeComment } from './comment-actions';
import { restorePost, editPost, removePost } from './post-actions';
import { react } from './reaction-actions';
import { type TaskChange } from './shown-change';
import type { ApiDispatch } from './thread-cache';
import { timelineTexts } from '../timeline.messages';

/** Target of an action: a post, or one of its comments. */
export interface ThreadTarget {
  postId: string;
  commentId?: string | null;
}

/** Actions on posts and comments that report failures. */
export function useThreadActions() {
  const dispatch = useDispatch<ApiDispatch>();
  const intl = useIntl();
  const session = useSession();
  return useMemo(() => {
    const t = createTranslate(intl, timelineTexts);
    const tell = (work: Promise<unknown>) =>
      work.catch((error: unknown) =>
        showFailure(t('timeline.change.failed', { reason: problemText(intl, error) })),
      );
    /** Says at once that something is deleted, and takes that back if it fails. */
    const offerUndo = (gone: Promise<void>, told: string, restore: () => Promise<void>) => {
      const toast = showToast(told, {
        life: UNDO_MS,
        undo: () =>
          void gone.then(
            () => tell(restore()),
            // Nothing is deleted.
            () => undefined,
          ),
      });
      gone.catch(() => hideToast(toast));
      void tell(gone);
    };
    return {
      react({ postId, commentId }: ThreadTarget, reactionId: string) {
        void tell(dispatch(react({ postId, commentId, reactionId }, session.staff.id)));
      },
      setTask({ postId, commentId }: ThreadTarget, task: TaskChange) {
        void tell(
          commentId
            ? dispatch(editComment(postId, commentId, { task }))
            : dispatch(editPost(postId, { task })),
        );
      },
      setLabels({ postId, commentId }: ThreadTarget, labelIds: string[]) {
        void tell(
          commentId
            ? dispatch(editComment(postId, commentId, { labelIds }))
            : dispatch(editPost(postId, { labelIds })),
        );
      },
      setOutcome(post: Post, outcome: NonNullable<Post['introduction']>['outcome']) {
        if (!post.introduction) return;
        const { member, toMember, about, outcomeNote } = post.introduction;
        const introduction = {
          ...{ memberId: member.id, toMemberId: toMember.id },
          ...{ about, outcome, outcomeNote },
        };
        void tell(dispatch(editPost(post.id, { introduction })));
      },
      removePost(postId: string) {
        offerUndo(dispatch(removePost(postId)), t('timeline.card.delete.done'), () =>
          dispatch(restorePost(postId)),
        );
      },
      removeComment(postId: string, commentId: string) {
        offerUndo(
          dispatch(removeComment(session, postId, commentId)),
          t('timeline.comment.delete.done'),
          () => dispatch(restoreComment(session, postId, commentId)),
        );
      },
      copyLink(path: string) {
        return copyText(new URL(path, window.location.origin).href, {
          done: t('timeline.card.linked'),
          failed: t('timeline.card.linkFailed'),
        });
      },
      tell,
    };
  }, [dispatch, intl, session]);
}

/** Whether the signed-in staff may change or delete something (TML-1). */
export function useMayChange(): (thing: Pick<Post, 'ownerId'>) => boolean {
  const session = useSession();
  return (thing) =>
    thing.ownerId === session.staff.id || session.permissions.includes('post.moderate');
}
