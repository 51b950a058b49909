import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { readPostAddress } from '../../shared/address/post-address';
import { onLive } from '../../shared/live/live';
import { setTitleCount } from '../../shared/layout/page-title';
import { setFaviconCount } from './favicon';
import { useLazyListUnreadQuery, useMarkNotificationsReadMutation } from './notification-list.api';
import { useGetUnreadCountQuery } from './notifications.api';

const CREATED = 'notifications.notification.created';

/** Whether this window is visible and focused. */
const isWatched = () => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Effects of unread notifications outside of their page: count in title and favicon, reading those
 * of an opened post, and desktop notifications if turned on.
 */
export function UnreadMarks() {
  const { data: unread = 0 } = useGetUnreadCountQuery();
  useEffect(() => {
    setTitleCount(unread);
    setFaviconCount(unread);
  }, [unread]);
  useEffect(
    () => () => {
      setTitleCount(0);
      setFaviconCount(0);
    },
    [],
  );
  useReadWhatIsOpened(unread);
  useDesktopNotices();
  return null;
}

/** Opening a post reads its notifications, including those that arrive while it is open (NTF-2). */
function useReadWhatIsOpened(unread: number): void {
  const { postId } = readPostAddress(useLocation().pathname);
  const [read] = useMarkNotificationsReadMutation();
  useEffect(() => {
    if (!postId || unread === 0) return undefined;
    const look = () => {
      if (!isWatched()) return;
      stop();
      // A failure is not worth a message.
      read({ postId })
        .unwrap()
        .catch(() => undefined);
    };
    const stop = () => window.removeEventListener('focus', look);
    window.addEventListener('focus', look);
    look();
    return stop;
  }, [postId, unread, read]);
}

function useDesktopNotices(): void {
  const intl = useIntl();
  const navigate = useNavigate();
  const [list] = useLazyListUnreadQuery();
  const latest = useRef({ intl, navigate, list });
  useEffect(() => {
    latest.current = { intl, navigate, list };
  });
  useEffect(() => {
    const tell = async (ids: ReadonlySet<string>) => {
      const { browserChoice, showBrowserNotice } = await import('./browser-notice');
      if (browserChoice.read() !== 'on') return;
      const { plainWords } = await import('./notification-words');
      const { intl, navigate, list } = latest.current;
      for (const told of await list().unwrap()) {
        if (!ids.has(told.id)) continue;
        await showBrowserNotice(told, plainWords(intl, told), (path) => void navigate(path));
      }
    };
    return onLive(({ messages }) => {
      const ids = new Set(
        messages.filter(({ name }) => name === CREATED).map(({ aggregate }) => aggregate.id),
      );
      if (ids.size === 0 || isWatched()) return;
      // It is still in the list and on the badge.
      tell(ids).catch(() => undefined);
    });
  }, []);
}
