import type { Comment, Post } from '@engawa/contracts';
import { type ReactionChange, timelineApi } from '../timeline.api';
import { shownFirst } from './shown-change';
import { type ApiThunk, changeComment, changePost } from './thread-cache';

/** Adds or removes an emoji of a staff member. */
export function toggled(
  reactions: Post['reactions'],
  reactionId: string,
  staffId: string,
  now = new Date(),
): Post['reactions'] {
  const is = (entry: Post['reactions'][number]) =>
    entry.reactionId === reactionId && entry.reactedBy === staffId;
  return reactions.some(is)
    ? reactions.filter((entry) => !is(entry))
    : [...reactions, { reactionId, reactedBy: staffId, reactedAt: now.toISOString() }];
}

/** Toggles a reaction on a post or comment. */
export function react(change: ReactionChange, staffId: string): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const { postId, commentId, reactionId } = change;
    const apply = (thing: Post | Comment) => {
      thing.reactions = toggled(thing.reactions, reactionId, staffId);
    };
    const undo = commentId
      ? dispatch(changeComment(postId, commentId, apply))
      : dispatch(changePost(postId, apply));
    const answer = await shownFirst(undo, () =>
      dispatch(timelineApi.endpoints.toggleReaction.initiate(change)).unwrap(),
    );
    const applyAnswer = (thing: Post | Comment) => {
      if (answer.version < thing.version) return;
      thing.reactions = answer.reactions;
      thing.version = answer.version;
    };
    if (commentId) dispatch(changeComment(postId, commentId, applyAnswer));
    else dispatch(changePost(postId, applyAnswer));
  };
}
