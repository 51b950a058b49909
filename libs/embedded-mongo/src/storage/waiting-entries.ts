/** Most keys of a chunk: to add one moves those behind it. */
const MAX_CHUNK = 256;

/** Changes of index entries that are not in their tree yet, in the order of their keys (in Latin-1). */
export class WaitingEntries {
  /** Sorted keys. None is empty but the only one. */
  private readonly chunks: string[][] = [[]];
  /** Whether an entry is added or removed. */
  private readonly changes = new Map<string, boolean>();

  get size(): number {
    return this.changes.size;
  }

  /** Whether the entry is added; undefined when it does not change. */
  get(key: string): boolean | undefined {
    return this.changes.get(key);
  }

  set(key: string, added: boolean): void {
    if (!this.changes.has(key)) {
      const { chunk, at, index } = this.find(key);
      chunk.splice(index, 0, key);
      if (chunk.length > MAX_CHUNK) this.chunks.splice(at + 1, 0, chunk.splice(MAX_CHUNK / 2));
    }
    this.changes.set(key, added);
  }

  delete(key: string): void {
    if (!this.changes.delete(key)) return;
    const { chunk, at, index } = this.find(key);
    chunk.splice(index, 1);
    if (chunk.length === 0 && this.chunks.length > 1) this.chunks.splice(at, 1);
  }

  /** The first key after `key`, or in reverse the last before it. */
  next(key: string, reverse = false): string | undefined {
    const { chunk, at, index } = this.find(key);
    if (reverse) return chunk[index - 1] ?? this.chunks[at - 1]?.at(-1);
    return chunk[chunk[index] === key ? index + 1 : index] ?? this.chunks[at + 1]?.[0];
  }

  countBetween(low: string, high: string): number {
    const [first, last] = [this.find(low), this.find(high)];
    const inside = this.chunks.slice(first.at, last.at);
    return inside.reduce((sum, { length }) => sum + length, last.index - first.index);
  }

  entries(): [key: string, added: boolean][] {
    return [...this.changes];
  }

  /** The chunk of a key, and its place there. */
  private find(key: string): { chunk: string[]; at: number; index: number } {
    const at = Math.max(0, countWhere(this.chunks, ([first]) => first! <= key) - 1);
    const chunk = this.chunks[at]!;
    return { chunk, at, index: countWhere(chunk, (other) => other < key) };
  }
}

/** How many items, which come first, fulfil the condition. */
function countWhere<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
