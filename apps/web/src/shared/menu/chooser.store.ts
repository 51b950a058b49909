import type { ReactNode } from 'react';

export interface Choosable {
  id: string;
  words: string;
  more?: string;
  mark?: ReactNode;
  /** Marks the current value. */
  current?: boolean;
  run: () => void;
}

/** A list to choose from by keyboard. */
export interface Choosing {
  title: string;
  /** Choices for a text; called again with each input. */
  choices: (query: string) => readonly Choosable[];
}

let asked: Choosing | null = null;
const watchers = new Set<() => void>();

export const chooserStore = {
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  read: () => asked,
};

/** Opens the list; null closes it. */
export function choose(next: Choosing | null): void {
  asked = next;
  for (const watcher of watchers) watcher();
}
