import { useEffect, useState } from 'react';

/** Debounce of typing before the server is asked. */
const DEBOUNCE_MS = 120;

/** The value once it has not changed for a moment. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
