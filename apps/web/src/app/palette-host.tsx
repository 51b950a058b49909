import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../shared/address/paths';
import { commandKey } from '../shared/rows/command-key';
import { pageKeys } from '../shared/rows/keys';
import { choose, chooserStore } from '../shared/menu/chooser.store';
import { lazyPart, useAwake } from '../shared/lazy/lazy-part';
import { goKeys } from './go-keys';
import { focusedFace } from './peek.rules';

const Palette = lazyPart(async () => (await import('./palette')).Palette);
const Chooser = lazyPart(async () => (await import('./finder')).Chooser);
const PeekHost = lazyPart(async () => (await import('./peek-host')).PeekHost);
const KeySheet = lazyPart(async () => (await import('./key-sheet')).KeySheet);

/** How long `g` waits for its letter. */
const KEY_SEQUENCE_MS = 1_500;

/**
 * Keys of every page: Ctrl or ⌘ with K opens the palette, `?` the shortcuts, `/` the search, `g`
 * plus a letter a page, `n` writes a post on pages without a composer, and Space shows who the focused person is.
 */
export function PaletteHost() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const awake = useAwake();
  const close = useCallback(() => setOpen(null), []);
  const asked = useSyncExternalStore(chooserStore.subscribe, chooserStore.read);
  const going = useRef(-KEY_SEQUENCE_MS);
  // Taken here, because a Space before the card is loaded would scroll the page.
  const [face, setFace] = useState<{ element: Element } | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey;
      if (command && event.key.toLowerCase() === 'k' && !event.isComposing) {
        if (event.defaultPrevented) return;
        event.preventDefault();
        choose(null);
        setOpen((now) => (now === 'palette' ? null : 'palette'));
        return;
      }
      const key = commandKey(event);
      if (key === null) return;
      const goes = event.timeStamp - going.current < KEY_SEQUENCE_MS;
      const page = goes ? goKeys[key] : undefined;
      going.current = key === pageKeys.go && !event.repeat ? event.timeStamp : -KEY_SEQUENCE_MS;
      if (page) void navigate(page);
      else if (key === pageKeys.sheet) setOpen('keys');
      else if (key === pageKeys.search) void navigate(paths.search);
      else if (key === pageKeys.write) {
        // While the next page loads, the one that is left still shows its composer.
        const leaving = window.location.pathname !== pathname;
        if (!leaving && document.querySelector('[data-composes]')) return;
        void navigate(`${paths.timeline}?write`);
      } else if (key === ' ') {
        const element = focusedFace();
        if (!element) return;
        setFace({ element });
      } else return;
      event.preventDefault();
    };
    // In the capture phase: the letter after `g` means a page only.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [navigate, pathname]);
  // Choices belong to the rows of one page.
  useEffect(() => () => choose(null), [pathname]);
  return (
    <Suspense fallback={null}>
      <Suspense fallback={null}>{awake ? <PeekHost asked={face} /> : null}</Suspense>
      {open === 'palette' ? <Palette onClose={close} onKeys={() => setOpen('keys')} /> : null}
      {open === 'keys' ? <KeySheet onClose={close} /> : null}
      {asked ? <Chooser asked={asked} onClose={() => choose(null)} /> : null}
    </Suspense>
  );
}
