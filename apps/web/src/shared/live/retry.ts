/** How often what the server did not take is sent again, in milliseconds. */
const RETRY_MS = 10_000;

/**
 * Calls the listener whenever the device has a network again, and at intervals while it has one: the
 * server may be away without the network being lost. Returns a function that unsubscribes.
 */
export function onRetry(retry: () => void): () => void {
  const timer = setInterval(() => {
    if (navigator.onLine) retry();
  }, RETRY_MS);
  window.addEventListener('online', retry);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', retry);
  };
}
