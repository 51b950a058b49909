import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../shared/address/paths';
import { commandKey } from '../shared/rows/command-key';
import { choose, chooserStore } from '../shared/ui/chooser.store';
import { laterPart, useAwake } from '../shared/ui/later-part';
import { goKeys } from './go-keys';

const Palette = laterPart(async () => (await import('./palette')).Palette);
const Chooser = laterPart(async () => (await import('./finder')).Chooser);
const PeekHost = laterPart(async () => (await import('./peek-host')).PeekHost);
const KeySheet = laterPart(async () => (await import('./key-sheet')).KeySheet);

/** How long `g` waits for its letter. */
const GO_MS = 1_500;

/**
 * Keys of every page: Ctrl or ⌘ with K opens the palette, `?` the shortcuts, `/` the search, `g`
 * plus a letter a page, and `n` writes a post on pages without a composer.
 */
export function PaletteHost() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const awake = useAwake();
  const close = useCallback(() => setOpen(null), []);
  const asked = useSyncExternalStore(chooserStore.subscribe, chooserStore.read);
  const going = useRef(-GO_MS);
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
      const page = event.timeStamp - going.current < GO_MS ? goKeys[key] : undefined;
      going.current = key === 'g' && !event.repeat ? event.timeStamp : -GO_MS;
      if (page) void navigate(page);
      else if (key === '?') setOpen('keys');
      else if (key === '/') void navigate(paths.search);
      else if (key === 'n' && !document.querySelector('[data-composes]')) {
        void navigate(`${paths.timeline}?write`);
      } else return;
      event.preventDefault();
    };
    // In the capture phase: the letter after `g` means a page only.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [navigate]);
  // Choices belong to the rows of one page.
  useEffect(() => () => choose(null), [pathname]);
  return (
    <Suspense fallback={null}>
      <Suspense fallback={null}>{awake ? <PeekHost /> : null}</Suspense>
      {open === 'palette' ? <Palette onClose={close} onKeys={() => setOpen('keys')} /> : null}
      {open === 'keys' ? <KeySheet onClose={close} /> : null}
      {asked ? <Chooser asked={asked} onClose={() => choose(null)} /> : null}
    </Suspense>
  );
}
