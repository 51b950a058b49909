/** Something that a key does with rows. */
export interface RowCommand {
  key: string;
  /** The verb, as menus and the palette show it. */
  words: string;
  /** Means something for one row alone, such as writing a comment. */
  single?: boolean;
  run: (ids: readonly string[]) => void;
}

/** The rows of the page in sight. */
export interface RowScope {
  /** The selected rows, or the one with the focus. */
  targets: () => readonly string[];
  commands: readonly RowCommand[];
}

let scope: RowScope | null = null;

/** What ⌘K acts on: the rows of the page that was shown last. */
export const rowScope = {
  read: (): RowScope | null => scope,
  /** Gives back how to leave the rows again. */
  enter(next: RowScope): () => void {
    scope = next;
    return () => {
      if (scope === next) scope = null;
    };
  },
};
