import { type ComponentType, lazy } from 'react';

type Loader = () => Promise<unknown>;
const loaders = new Set<Loader>();

/** A part of the feed that its first look does not need; see {@link fetchLaterParts}. */
function part<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  loaders.add(load);
  return lazy(async () => ({ default: await load() }));
}

/** The form of a post. */
export const PostForm = part(async () => (await import('./post-form')).PostForm);

/** What the ⋯ of a post unfolds. */
export const PostMenuList = part(async () => (await import('./post-menu')).PostMenuList);

/** The pictograms to react with. */
export const ReactChoices = part(async () => (await import('./react-choices')).ReactChoices);

/** The earlier versions of a post or comment. */
export const HistoryPopover = part(async () => (await import('./history-popover')).HistoryPopover);

/** The editor of a post. */
export const PostEditor = part(async () => (await import('./post-editor')).PostEditor);

/** The comments of a post. */
export const ThreadPanel = part(async () => (await import('./thread-panel')).ThreadPanel);

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Fetches those parts with the first sign of somebody at the page, so that they are there when
 * wanted and the first look does not wait for them. Gives back how to stop waiting.
 */
export function fetchLaterParts(): () => void {
  const stop = () => signs.forEach((sign) => window.removeEventListener(sign, fetchAll));
  const fetchAll = () => {
    stop();
    // What cannot be fetched now is fetched when it is wanted, and fails there if it must.
    for (const load of loaders) load().catch(() => undefined);
  };
  signs.forEach((sign) => window.addEventListener(sign, fetchAll, { passive: true }));
  return stop;
}
