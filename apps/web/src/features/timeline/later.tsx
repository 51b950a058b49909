import { laterPart } from '../../shared/ui/later-part';

/** The field of members in the form of a post. */
export const PostFormMembers = laterPart(
  async () => (await import('./composer/post-form-parts')).PostFormMembers,
);

/** The fields below the memo in the form of a post. */
export const PostFormFields = laterPart(
  async () => (await import('./composer/post-form-parts')).PostFormFields,
);

/** What the ⋯ of a post unfolds. */
export const PostMenuList = laterPart(async () => (await import('./post/post-menu')).PostMenuList);

/** The pictograms to react with. */
export const ReactChoices = laterPart(
  async () => (await import('./post/react-choices')).ReactChoices,
);

/** The earlier versions of a post or comment. */
export const HistoryPopover = laterPart(
  async () => (await import('./post/history-popover')).HistoryPopover,
);

/** The editor of a post. */
export const PostEditor = laterPart(
  async () => (await import('./composer/post-editor')).PostEditor,
);

/** The comments of a post. */
export const ThreadPanel = laterPart(
  async () => (await import('./thread/thread-panel')).ThreadPanel,
);

/** The keys of the feed and the bar of selected posts. */
export const FeedRows = laterPart(async () => (await import('./feed/feed-rows')).FeedRows);
