/** A filter without the space, which is a separate argument. */
export type Filter = Readonly<Record<string, unknown>> & { readonly space?: never };
/** Update operators; unknown fields throw. */
export type Update = Readonly<Record<`$${string}`, Readonly<Record<string, unknown>>>>;

export interface ReadOptions {
  sort?: Record<string, 1 | -1>;
  limit?: number;
  skip?: number;
  /** Name of the index to use. */
  hint?: string;
  /**
   * Rows of a round trip; default: all, which are of one moment. Thousands of rows hold the event loop
   * while they are decoded.
   */
  batchSize?: number;
}
