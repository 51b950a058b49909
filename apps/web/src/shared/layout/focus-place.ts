const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Their headings are those of what they contain. */
const SECTIONS = 'section, article, aside, nav, li';

/**
 * Remembers the place of an element that has the focus. The returned function finds where its reader
 * continues: at the element; once it is removed, at what replaces it, at the same control of its row, of
 * the next row or of the previous one; else at the heading above it, or that of what took its place.
 * Null while there is none, as before a page is loaded.
 */
export function placeOf(element: HTMLElement): () => HTMLElement | null {
  const row = element.closest('li, tr');
  const rows = [...(row?.parentElement?.children ?? [])];
  const at = row ? rows.indexOf(row) : 0;
  const nearest = [...rows.slice(at), ...rows.slice(0, at).reverse()];
  const words = element.textContent;
  const around: HTMLElement[] = [];
  for (let outer = element.parentElement; outer; outer = outer.parentElement) around.push(outer);
  // Beside what is shown above the page, such as a dialog, nothing is near.
  const inside = around.filter(
    (outer) => outer !== document.body && outer !== document.documentElement,
  );
  const above = headingsOf(inside.at(-1)).filter(
    (heading) =>
      heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING &&
      heading.closest(SECTIONS)?.contains(element) !== false,
  );
  return () => {
    if (element.isConnected) return element;
    const same = (part: Element | undefined) =>
      controlsOf(part).find((control) => control.textContent === words);
    const replacement = same(inside[0]);
    if (replacement) return replacement;
    for (const other of nearest) {
      const control = same(other) ?? controlsOf(other)[0];
      if (control) return control;
    }
    const heading =
      above.findLast(({ isConnected }) => isConnected) ??
      headingsOf(inside.find(({ isConnected }) => isConnected))[0];
    if (!heading) return null;
    heading.tabIndex = -1;
    return heading;
  };
}

/**
 * Remembers the rows around an element. The returned function finds the first row that is added to them:
 * its first control, or the row itself; null if there is none.
 */
export function firstNewRow(element: Element | null): () => HTMLElement | null {
  const rowsOf = (part: Element) => [...part.querySelectorAll<HTMLElement>('li, tr, article')];
  let list = element?.parentElement;
  while (list && rowsOf(list).length === 0) list = list.parentElement;
  const before = new Set(list && rowsOf(list));
  return () => {
    const row = list && rowsOf(list).find((one) => !before.has(one));
    if (!row) return null;
    const control = controlsOf(row)[0];
    if (!control) row.tabIndex = -1;
    return control ?? row;
  };
}

const controlsOf = (part: Element | undefined) =>
  part?.isConnected ? [...part.querySelectorAll<HTMLElement>(CONTROLS)] : [];

const headingsOf = (part: HTMLElement | undefined) => [
  ...(part?.querySelectorAll<HTMLElement>('h1, h2, h3') ?? []),
];
