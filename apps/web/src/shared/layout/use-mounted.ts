import { useEffect, useRef } from 'react';

/**
 * A function that tells whether the component is still shown. To be asked before a late answer changes
 * the address, which would lead the reader back.
 */
export function useMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}
