import { useEffect, useState } from 'react';

/** A write has no timeout: after this time its form can be left without an answer. */
const LEAVABLE_AFTER_MS = 10_000;

/** Whether a form must stay, because its request is running and an answer is still likely. */
export function useAwaited(busy: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), LEAVABLE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return busy && !isLate;
}
