/** What a job on a file says of how far it is. */
interface Progressing {
  state: string;
  /** Unknown, and so 0, until the file was read. */
  rows: number;
  processed: number;
}

/** Whether a file may be sent as CSV: by its name, as systems call its type what they like. */
export function isCsv(fileName: string): boolean {
  return /\.csv$/i.test(fileName);
}

/** Whether a job is at work, so that it is worth asking again. */
export function isWorking(state: string): boolean {
  return state === 'checking' || state === 'running' || state === 'reverting';
}

/** How far a job is, 0 to 1; null while nobody knows how many rows there are. */
export function progressOf({ state, rows, processed }: Progressing): number | null {
  if (!isWorking(state)) return 1;
  if (state === 'checking' || rows === 0) return null;
  return Math.min(1, processed / rows);
}

/** What a job's state is called; `State` is what the service says. */
export type ShownState<State extends string> = State | 'nothing' | 'expired';

/**
 * What a job's state is called: a checked one can be run, or would write nothing (`writes` is how
 * many rows), or its file is gone.
 */
export function shownState<State extends string>(
  { state, fileKept }: { state: State; fileKept: boolean },
  writes: number,
): ShownState<State> {
  if (state !== 'checked') return state;
  if (!fileKept) return 'expired';
  return writes > 0 ? state : 'nothing';
}
