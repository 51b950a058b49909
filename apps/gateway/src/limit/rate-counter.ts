export const WINDOW_SECONDS = 60;

/** What has been counted for a key in its window. */
export interface Count {
  points: number;
  /** Milliseconds until the window ends. */
  resetIn: number;
}

/** Counts points per key in fixed windows that begin with the first point. */
export interface RateCounter {
  /** Null when each replica counts alone. Never rejects. */
  add(key: string, points: number): Promise<Count | null>;
}

/** Each replica counts alone. */
export const noCounter: RateCounter = { add: async () => null };
