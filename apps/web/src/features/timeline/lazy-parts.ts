import { lazyPart } from '../../shared/lazy/lazy-part';

/** Field of members. */
export const PostFormMembers = lazyPart(
  async () => (await import('./composer/post-form-parts')).PostFormMembers,
);

/** Suggestions recognised in the memo of a post. */
export const ComposerHints = lazyPart(
  async () => (await import('./composer/composer-hints')).ComposerHints,
);

/** People to mention in a memo. */
export const MentionList = lazyPart(
  async () => (await import('./composer/mention-list')).MentionList,
);

/** What a post has beside its memo and its members. */
export const PostFormFields = lazyPart(
  async () => (await import('./composer/post-form-parts')).PostFormFields,
);

/** What adds to a post. */
export const PostFormTools = lazyPart(
  async () => (await import('./composer/post-form-parts')).PostFormTools,
);

/** Menu of a post. */
export const PostMenuList = lazyPart(async () => (await import('./post/post-menu')).PostMenuList);

/** Emoji to react with. */
export const ReactChoices = lazyPart(
  async () => (await import('./post/react-choices')).ReactChoices,
);

/** Earlier versions of a post or comment. */
export const HistoryPopover = lazyPart(
  async () => (await import('./post/history-popover')).HistoryPopover,
);

/** Who confirmed a must-read post, and who did not. */
export const ConfirmationsPopover = lazyPart(
  async () => (await import('./post/confirmations-popover')).ConfirmationsPopover,
);

export const PostEditor = lazyPart(async () => (await import('./composer/post-editor')).PostEditor);

export const ThreadPanel = lazyPart(
  async () => (await import('./thread/thread-panel')).ThreadPanel,
);

/** Keys of the feed and the selection bar. */
export const FeedRows = lazyPart(async () => (await import('./feed/feed-rows')).FeedRows);
