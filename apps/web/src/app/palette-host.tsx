import { Suspense, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../shared/address/paths';
import { isForWriting } from '../shared/ui/for-writing';
import { laterPart } from '../shared/ui/later-part';

const Palette = laterPart(async () => (await import('./palette')).Palette);
const KeySheet = laterPart(async () => (await import('./key-sheet')).KeySheet);

/** The keys of every page: Ctrl or ⌘ with K opens the palette, `?` the sheet of keys, `/` search. */
export function PaletteHost() {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return;
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        setOpen((now) => (now === 'palette' ? null : 'palette'));
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isForWriting(event.target)) return;
      if (event.key === '?') {
        event.preventDefault();
        setOpen('keys');
      } else if (event.key === '/') {
        event.preventDefault();
        void navigate(paths.search);
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate]);
  return (
    <Suspense fallback={null}>
      {open === 'palette' ? <Palette onClose={close} onKeys={() => setOpen('keys')} /> : null}
      {open === 'keys' ? <KeySheet onClose={close} /> : null}
    </Suspense>
  );
}
