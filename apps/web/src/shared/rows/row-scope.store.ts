import type { RowCommandName } from './keys';

/** A command on rows; its key is that of its name. */
export interface RowCommand {
  name: RowCommandName;
  /** The verb for menus and the palette. */
  words: string;
  /** Applies to a single row only, such as writing a comment. */
  single?: boolean;
  run: (ids: readonly string[]) => void;
}

/** The rows of the visible page. */
export interface RowScope {
  /** The selected rows, or the focused one. */
  targets: () => readonly string[];
  commands: readonly RowCommand[];
}

let scope: RowScope | null = null;

/** What ⌘K acts on: the rows of the last shown page. */
export const rowScope = {
  read: (): RowScope | null => scope,
  /** Returns a function that leaves the rows. */
  enter(next: RowScope): () => void {
    scope = next;
    return () => {
      if (scope === next) scope = null;
    };
  },
};
