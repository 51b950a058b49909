const KEY = 'engawa.reloaded';
/** The source's reload guard: at most one reload in this time, in milliseconds. */
const RELOAD_GUARD_MS = 60_000;

/** Whether the error is a missing chunk, as after a new version. */
export function isChunkError(error: unknown): boolean {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return /dynamically imported module|ChunkLoadError|module script failed|preload CSS/i.test(text);
}

/** Reloads for a missing chunk, at most once a minute and only with a network. */
export function reloadForChunk(
  now: number = Date.now(),
  memory: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
  reload: () => void = () => window.location.reload(),
): void {
  if (!navigator.onLine) return;
  const last = Number(memory.getItem(KEY) ?? 0);
  if (now - last < RELOAD_GUARD_MS) return;
  memory.setItem(KEY, String(now));
  reload();
}
