import '@mantine/core/styles/Tooltip.css';
import { Group, Tooltip } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import { paths } from '../../shared/address/paths';
import { pageKeys } from '../../shared/rows/keys';
import { keysTo } from '../keys-to';

/** Delay before the hint of an entry shows. */
const HOVER_DELAY_MS = 300;

/**
 * Shows the keys of sidebar entries as hints, and their names (`data-hint`) while the sidebar is
 * collapsed.
 */
export function NavHint(props: { nav: RefObject<HTMLElement | null>; folded: boolean }) {
  const { nav, folded } = props;
  const [shown, setShown] = useState<{
    entry: HTMLElement;
    word: string;
    keys: string;
  } | null>(null);
  useEffect(() => {
    const sidebar = nav.current;
    if (!sidebar) return;
    let timer = 0;
    const hide = () => {
      window.clearTimeout(timer);
      setShown(null);
    };
    const restAt = (element: Element | null) => {
      const entry = element?.closest<HTMLElement>('[data-hint]');
      hide();
      if (!entry) return;
      timer = window.setTimeout(() => {
        const word = folded ? (entry.dataset['hint'] ?? '') : '';
        const to = entry.getAttribute('href') ?? '';
        const keys = to === paths.search ? pageKeys.search : (keysTo(to) ?? '');
        if (!word && !keys) return;
        setShown({ entry, word, keys });
      }, HOVER_DELAY_MS);
    };
    const rest = (event: Event) => restAt(event.target as Element);
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    // The pointer or the focus may have come while this part was loading.
    restAt(sidebar.querySelector('[data-hint]:hover, [data-hint]:focus'));
    sidebar.addEventListener('mouseover', rest);
    sidebar.addEventListener('focusin', rest);
    for (const end of ['mouseleave', 'focusout', 'click']) sidebar.addEventListener(end, hide);
    window.addEventListener('keydown', press);
    return () => {
      hide();
      sidebar.removeEventListener('mouseover', rest);
      sidebar.removeEventListener('focusin', rest);
      for (const end of ['mouseleave', 'focusout', 'click']) sidebar.removeEventListener(end, hide);
      window.removeEventListener('keydown', press);
    };
  }, [nav, folded]);
  if (!shown) return null;
  // The entry has the word as its accessible name; the hint is only visual.
  return (
    <Tooltip
      opened
      target={shown.entry}
      position="right"
      aria-hidden="true"
      label={
        <Group gap={8}>
          {shown.word}
          {shown.keys ? <kbd>{shown.keys}</kbd> : null}
        </Group>
      }
    />
  );
}
