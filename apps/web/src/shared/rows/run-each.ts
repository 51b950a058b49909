/** Concurrent requests of a bulk change. */
const CONCURRENCY = 4;

export interface Refused<Item> {
  item: Item;
  error: unknown;
}

/**
 * Runs the work for each item with bounded concurrency; a rejected one does not stop the others.
 */
export async function runEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<Refused<Item>[]> {
  const refused: Refused<Item>[] = [];
  const left = items.values();
  const worker = async () => {
    for (const item of left) {
      try {
        await work(item);
      } catch (error) {
        refused.push({ item, error });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker));
  // In row order, not in order of the answers.
  return refused.toSorted((a, b) => items.indexOf(a.item) - items.indexOf(b.item));
}
