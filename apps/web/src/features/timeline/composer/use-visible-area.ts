import { type RefObject, useEffect } from 'react';

/**
 * Keeps a sheet in the part of the window that the on-screen keyboard leaves, as `--visible-top` and
 * `--visible-height`.
 */
export function useVisibleArea(sheet: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!active || !view) return undefined;
    const fit = () => {
      sheet.current?.style.setProperty('--visible-top', `${view.offsetTop}px`);
      sheet.current?.style.setProperty('--visible-height', `${view.height}px`);
    };
    fit();
    view.addEventListener('resize', fit);
    view.addEventListener('scroll', fit);
    return () => {
      view.removeEventListener('resize', fit);
      view.removeEventListener('scroll', fit);
    };
  }, [sheet, active]);
}
