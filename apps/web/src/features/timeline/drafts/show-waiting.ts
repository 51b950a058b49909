import type { Session } from '@engawa/contracts';
import { type ApiThunk, changeFeeds } from '../thread/thread-cache';
import { putPost } from '../feed/feed-window';
import { pendingPost } from '../thread/post-actions';
import { waitingOf } from './send-queue';

/** Shows the send queue in open feeds, as after a reload. */
export function showWaiting(session: Session): ApiThunk<void> {
  return (dispatch) => {
    for (const entry of waitingOf(session)) {
      if (entry.kind !== 'post') continue;
      const { input, shown, key, at } = entry;
      const post = { ...pendingPost(session, input, shown, key, at), waiting: true };
      dispatch(changeFeeds((changes, feeds) => putPost(feeds, changes, post)));
    }
  };
}
