import { useEffect } from 'react';
import { isForWriting } from '../../../shared/ui/for-writing';

/** What the keys of the feed do. */
export interface FeedKeys {
  /** j and k. */
  move: (by: 1 | -1) => void;
  /** The post that the keys are about: the one with the focus, or the last one moved to. */
  card: () => HTMLElement | null;
  /** n. */
  compose: () => void;
}

/** j / k move, c comments, r reacts, t makes a task, e edits (look.md), n writes a post. */
export function useFeedKeys(keys: FeedKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.defaultPrevented || isForWriting(event.target)) return;
      const card = keys.card();
      const act: Record<string, () => void> = {
        j: () => keys.move(1),
        k: () => keys.move(-1),
        n: keys.compose,
        c: () => card?.querySelector<HTMLElement>('[data-comments]')?.click(),
        r: () => card?.querySelector<HTMLElement>('[data-react]')?.click(),
        t: () => card?.dispatchEvent(new Event('engawa:task')),
        e: () => card?.dispatchEvent(new Event('engawa:edit')),
      };
      const done = act[event.key];
      if (!done) return;
      event.preventDefault();
      done();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [keys]);
}
