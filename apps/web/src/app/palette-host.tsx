import { Suspense, useEffect, useState } from 'react';
import { laterPart } from '../shared/ui/later-part';

const Palette = laterPart(async () => (await import('./palette')).Palette);

/** Loads the command palette with its first use (Ctrl or ⌘ with K). */
export function PaletteHost() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    if (needed) return;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setNeeded(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [needed]);
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <Palette />
    </Suspense>
  );
}
