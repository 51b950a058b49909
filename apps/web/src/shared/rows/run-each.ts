/** Requests of one bulk change that run at the same time. */
const AT_ONCE = 4;

export interface Refused<Item> {
  item: Item;
  error: unknown;
}

/** Does the work for each item, a few at a time; a refused one stops none of the others. */
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
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  // In the order of the rows, however the answers came.
  return refused.toSorted((a, b) => items.indexOf(a.item) - items.indexOf(b.item));
}
