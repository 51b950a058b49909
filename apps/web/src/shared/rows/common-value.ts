/** The value that all items have; undefined if they differ. */
export function commonValue<Item, Value>(
  items: readonly Item[],
  read: (item: Item) => Value,
): Value | undefined {
  const values = new Set(items.map(read));
  return values.size === 1 ? [...values][0] : undefined;
}
