import { current, isDraft } from '@reduxjs/toolkit';

/** An item that was taken out of a list, and the keys of those that followed it. */
export interface Place<Item> {
  item: Item;
  followers: readonly string[];
}

/** Takes items out of a list, until {@link putBack}. */
export function takeOut<Item extends Record<Key, string>, Key extends string>(
  items: Item[],
  key: Key,
  isMeant: (item: Item) => boolean,
): Place<Item>[] {
  const taken = items.flatMap((item, index) =>
    isMeant(item)
      ? [
          {
            item: isDraft(item) ? (current(item as object) as Item) : item,
            followers: items.slice(index + 1).map((follower) => follower[key]),
          },
        ]
      : [],
  );
  for (const { item } of taken) {
    const at = items.findIndex((held) => held[key] === item[key]);
    items.splice(at, 1);
  }
  return taken;
}

/**
 * Puts an item back before the first of its followers, whatever else left the list or came
 * meanwhile. False if the list has it already.
 */
export function putBack<Item extends Record<Key, string>, Key extends string>(
  items: Item[],
  key: Key,
  { item, followers }: Place<Item>,
): boolean {
  if (items.some((held) => held[key] === item[key])) return false;
  const at = items.findIndex((held) => followers.includes(held[key]));
  items.splice(at < 0 ? items.length : at, 0, item);
  return true;
}
