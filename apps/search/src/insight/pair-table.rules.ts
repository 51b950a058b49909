/** Two members named together, and the number of posts. */
export interface Edge {
  between: [string, string];
  total: number;
}

/**
 * Sums pairs of members. There are far more of them than members: a hash table of numbers takes a
 * fraction of the time of a `Map` of texts.
 */
export class PairTable {
  private readonly ones: Uint32Array;
  private readonly others: Uint32Array;
  /** By slot; 0: free. */
  private readonly totals: Uint32Array;
  /** Slots in use. */
  private readonly used: Uint32Array;
  private size = 0;

  /** At most `capacity` different pairs. */
  constructor(capacity: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * capacity + 2));
    this.ones = new Uint32Array(slots);
    this.others = new Uint32Array(slots);
    this.totals = new Uint32Array(slots);
    this.used = new Uint32Array(capacity);
  }

  /** Members by their numbers. */
  add(one: number, other: number, count: number): void {
    const { ones, others, totals } = this;
    const mask = totals.length - 1;
    let slot = (Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b)) & mask;
    while (totals[slot] !== 0 && (ones[slot] !== one || others[slot] !== other)) {
      slot = (slot + 1) & mask;
    }
    if (totals[slot] === 0) {
      ones[slot] = one;
      others[slot] = other;
      this.used[this.size] = slot;
      this.size += 1;
    }
    totals[slot]! += count;
  }

  /** The highest total first, then by the ids of both; `idOf` has the ids of all members. */
  ranked(limit: number, idOf: readonly string[]): Edge[] {
    const { least, above } = this.leastOf(limit);
    const sorted = idOf
      .map((id, index) => ({ id, index }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    const placeOf = new Uint32Array(idOf.length);
    for (const [place, { index }] of sorted.entries()) placeOf[index] = place;
    // Many pairs have the lowest total: only those of the first members are needed.
    const equal = new Uint32Array(idOf.length);
    this.each((one, _other, total) => {
      if (total === least) equal[placeOf[one]!]! += 1;
    });
    let end = 0;
    for (let missing = limit - above; missing > 0 && end < equal.length; end += 1) {
      missing -= equal[end]!;
    }
    const found: Edge[] = [];
    this.each((one, other, total) => {
      if (total > least || (total === least && placeOf[one]! < end)) {
        found.push({ between: [idOf[one]!, idOf[other]!], total });
      }
    });
    return found.sort((one, other) => other.total - one.total || byIds(one, other)).slice(0, limit);
  }

  /** The total of the last pair within the limit, and the number of pairs with more. */
  private leastOf(limit: number): { least: number; above: number } {
    const totals = new Uint32Array(this.size);
    for (let at = 0; at < this.size; at += 1) totals[at] = this.totals[this.used[at]!]!;
    totals.sort();
    const least = totals[totals.length - limit] ?? 0;
    const above = totals.length - 1 - totals.findLastIndex((total) => total <= least);
    if (least > 0) return { least, above };
    return { least: 0, above: totals.length };
  }

  private each(take: (one: number, other: number, total: number) => void): void {
    for (let at = 0; at < this.size; at += 1) {
      const slot = this.used[at]!;
      take(this.ones[slot]!, this.others[slot]!, this.totals[slot]!);
    }
  }
}

/** Finds the place of a pair among the edges, by the indexes of both members among `ids`. */
export function edgeFinder(
  edges: readonly Edge[],
  ids: readonly string[],
): (one: number, other: number) => number | undefined {
  const wanted = new Set(edges.flatMap(({ between }) => between));
  const indexOf = new Map<string, number>();
  // Most pairs are not among the edges: a flag is read faster than a key of both.
  const isWanted = new Uint8Array(ids.length);
  for (const [index, id] of ids.entries()) {
    if (!wanted.has(id)) continue;
    indexOf.set(id, index);
    isWanted[index] = 1;
  }
  const places = new Map<number, number>();
  for (const [place, { between }] of edges.entries()) {
    const [one, other] = between.map((id) => indexOf.get(id));
    if (one !== undefined && other !== undefined) places.set(one * ids.length + other, place);
  }
  return (one, other) =>
    isWanted[one] && isWanted[other] ? places.get(one * ids.length + other) : undefined;
}

function byIds({ between: [a, b] }: Edge, { between: [c, d] }: Edge): number {
  if (a !== c) return a < c ? -1 : 1;
  return b < d ? -1 : 1;
}
