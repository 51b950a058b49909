/** A filter without the space, which is a separate argument. */
export type Filter = Readonly<Record<string, unknown>> & { readonly space?: never };
/** Update operators; unknown fields throw. */
export type Update = Readonly<Record<`$${string}`, Readonly<Record<string, unknown>>>>;

/** A `batchSize` whose rows are decoded in a few milliseconds. */
export const READ_BATCH_SIZE = 250;

export interface ReadOptions {
  sort?: Record<string, 1 | -1>;
  limit?: number;
  skip?: number;
  /** Name of the index to use. */
  hint?: string;
  /**
   * Rows of a round trip; default: all, which are of one moment. Thousands of rows hold the event loop
   * while they are decoded: see `READ_BATCH_SIZE`.
   */
  batchSize?: number;
}
