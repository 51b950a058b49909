import { type ReactNode, useEffect } from 'react';
import style from './page-frame.module.css';
import { setPageName } from './page-title';

/** The title of the page that is shown. */
let heading: Element | null = null;

/**
 * Focuses the title of a page that took the place of another one, if what opened it is gone: else the
 * keyboard and a screen reader would begin at the top of the app.
 */
function focusNewHeading(): void {
  const title = document.querySelector('h1');
  if (!title || title === heading) return;
  const isFirstPage = heading === null;
  heading = title;
  if (isFirstPage || document.activeElement !== document.body) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** Sets the document title to 'Engawa | page name' (WEB-1), and moves a lost focus to the title of a new page. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    setPageName(name);
    focusNewHeading();
  }, [name]);
}

/**
 * A page: its title (also the document's), actions beside it, and its content. All pages share one
 * left edge, and end at one of two right edges: that of the timeline or that of the whole block.
 */
export function PageFrame(props: {
  title: string;
  /** The content is text, a form or a list of texts: as wide as the timeline. */
  reading?: boolean;
  aside?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(props.title);
  return (
    <div className={style.frame}>
      <div className={style.content} data-reading={props.reading}>
        <header className={style.head}>
          <h1>{props.title}</h1>
          {props.aside ? <div className={style.aside}>{props.aside}</div> : null}
        </header>
        {props.children}
      </div>
    </div>
  );
}
