import { Suspense } from 'react';
import { NotificationsPage as Notifications } from '../../features/notifications/notifications.page';
import { ThreadPanel } from '../../features/timeline/lazy-parts';
import { Pane } from '../../shared/layout/pane';
import { ListSkeleton } from '../../shared/feedback/states';
import { useNarrow } from '../../shared/layout/use-wide';

/** Notifications, each with the thread of its post. */
export function NotificationsPage() {
  const narrow = useNarrow();
  return (
    <Notifications
      pane={({ postId, commentId }, onClose) => (
        <Pane onClose={onClose}>
          <Suspense fallback={<ListSkeleton rows={3} />}>
            <ThreadPanel
              key={postId}
              place={{ kind: 'all' }}
              postId={postId}
              commentId={commentId}
              narrow={narrow}
              onClose={onClose}
            />
          </Suspense>
        </Pane>
      )}
    />
  );
}
