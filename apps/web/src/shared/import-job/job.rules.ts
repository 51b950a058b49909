/** Fields of a job's progress. */
interface Progressing {
  state: string;
  /** 0 until the file was read. */
  rows: number;
  processed: number;
}

/** Whether a file may be uploaded as CSV: by its name, because systems report arbitrary types. */
export function isCsv(fileName: string): boolean {
  return /\.csv$/i.test(fileName);
}

/** Whether a job is running, so that it is polled. */
export function isWorking(state: string): boolean {
  return state === 'checking' || state === 'running' || state === 'reverting';
}

/** Progress, 0 to 1; null while the number of rows is unknown. */
export function progressOf({ state, rows, processed }: Progressing): number | null {
  if (!isWorking(state)) return 1;
  if (state === 'checking' || rows === 0) return null;
  return Math.min(1, processed / rows);
}

/** Name of a job's state; `State` is the service's. */
export type ShownState<State extends string> = State | 'nothing' | 'expired';

/**
 * Name of a job's state: a checked one is ready, has nothing to write (`writes` is the number of
 * rows), or has expired.
 */
export function shownState<State extends string>(
  { state, fileKept }: { state: State; fileKept: boolean },
  writes: number,
): ShownState<State> {
  if (state !== 'checked') return state;
  if (!fileKept) return 'expired';
  return writes > 0 ? state : 'nothing';
}
