import { laterPart } from '../../shared/ui/later-part';

/** Field of members. */
export const PostFormMembers = laterPart(
  async () => (await import('./composer/post-form-parts')).PostFormMembers,
);

/** What the memo of a post seems to say. */
export const ComposerHints = laterPart(
  async () => (await import('./composer/composer-hints')).ComposerHints,
);

/** Fields below the memo. */
export const PostFormFields = laterPart(
  async () => (await import('./composer/post-form-parts')).PostFormFields,
);

/** Menu of a post. */
export const PostMenuList = laterPart(async () => (await import('./post/post-menu')).PostMenuList);

/** Emoji to react with. */
export const ReactChoices = laterPart(
  async () => (await import('./post/react-choices')).ReactChoices,
);

/** Earlier versions of a post or comment. */
export const HistoryPopover = laterPart(
  async () => (await import('./post/history-popover')).HistoryPopover,
);

export const PostEditor = laterPart(
  async () => (await import('./composer/post-editor')).PostEditor,
);

export const ThreadPanel = laterPart(
  async () => (await import('./thread/thread-panel')).ThreadPanel,
);

/** Keys of the feed and the selection bar. */
export const FeedRows = laterPart(async () => (await import('./feed/feed-rows')).FeedRows);
