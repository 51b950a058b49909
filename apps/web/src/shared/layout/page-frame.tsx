import { type ReactNode, useEffect } from 'react';
import style from './page-frame.module.css';
import { setPageName } from './page-title';

/** Sets the document title to 'Engawa | page name' (WEB-1). */
export function usePageTitle(name: string): void {
  useEffect(() => {
    setPageName(name);
  }, [name]);
}

/**
 * A page: its title (also the document's), actions beside it, and its content. All pages share one
 * left edge; narrower content leaves space at its right.
 */
export function PageFrame(props: {
  title: string;
  /** Greatest width of the content in pixels. */
  width?: number;
  aside?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(props.title);
  return (
    <div className={style.frame}>
      <div className={style.content} style={{ maxWidth: props.width }}>
        <header className={style.head}>
          <h1>{props.title}</h1>
          {props.aside ? <div className={style.aside}>{props.aside}</div> : null}
        </header>
        {props.children}
      </div>
    </div>
  );
}
