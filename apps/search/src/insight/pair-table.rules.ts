import type { IdNumbers } from './id-numbers';

/** Two members named together, and the number of posts. */
export interface Edge {
  between: [string, string];
  total: number;
}

/**
 * Sums pairs of members. There are far more of them than members: a hash table of numbers takes a
 * fraction of the time of a `Map` of texts. Pairs are stored in the order in which they came, so
 * that reading all of them is fast.
 */
export class PairTable {
  /** Number of a pair, from 1, by the hash of its members; 0: free. */
  private readonly slots: Uint32Array;
  private readonly ones: Uint32Array;
  private readonly others: Uint32Array;
  private readonly totals: Uint32Array;
  private size = 0;

  /** At most `capacity` different pairs. */
  constructor(capacity: number) {
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * capacity + 2)));
    this.ones = new Uint32Array(capacity);
    this.others = new Uint32Array(capacity);
    this.totals = new Uint32Array(capacity);
  }

  /** Members by their numbers. */
  add(one: number, other: number, count: number): void {
    const { slots, ones, others, totals } = this;
    const mask = slots.length - 1;
    let slot = (Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b)) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const pair = slots[slot]! - 1;
      if (ones[pair] !== one || others[pair] !== other) continue;
      totals[pair]! += count;
      return;
    }
    ones[this.size] = one;
    others[this.size] = other;
    totals[this.size] = count;
    this.size += 1;
    slots[slot] = this.size;
  }

  /** The highest total first, then by the ids of both. */
  ranked(limit: number, { ids, places }: Pick<IdNumbers, 'ids' | 'places'>): Edge[] {
    const { ones, others, totals, size } = this;
    const { least, above } = this.leastOf(limit);
    // Many pairs have the lowest total: only those of the first members are needed.
    const equal = new Uint32Array(ids.length);
    for (let pair = 0; pair < size; pair += 1) {
      if (totals[pair] === least) equal[places[ones[pair]!]!]! += 1;
    }
    let end = 0;
    for (let missing = limit - above; missing > 0 && end < equal.length; end += 1) {
      missing -= equal[end]!;
    }
    const found: Edge[] = [];
    for (let pair = 0; pair < size; pair += 1) {
      const total = totals[pair]!;
      const one = ones[pair]!;
      if (total > least || (total === least && places[one]! < end)) {
        found.push({ between: [ids[one]!, ids[others[pair]!]!], total });
      }
    }
    return found.sort((one, other) => other.total - one.total || byIds(one, other)).slice(0, limit);
  }

  /** The total of the last pair within the limit, and the number of pairs with more. */
  private leastOf(limit: number): { least: number; above: number } {
    const pairsWith: number[] = [];
    for (let pair = 0; pair < this.size; pair += 1) {
      const total = this.totals[pair]!;
      pairsWith[total] = (pairsWith[total] ?? 0) + 1;
    }
    let above = 0;
    for (let total = pairsWith.length - 1; total > 0; total -= 1) {
      const equal = pairsWith[total] ?? 0;
      if (above + equal >= limit) return { least: total, above };
      above += equal;
    }
    return { least: 0, above };
  }
}

/** Finds the place of a pair among the edges, by the numbers of both members. */
export function edgeFinder(
  edges: readonly Edge[],
  numbers: IdNumbers,
): (one: number, other: number) => number | undefined {
  const size = numbers.ids.length;
  // Most pairs are not among the edges: a flag is read faster than a key of both.
  const isWanted = new Uint8Array(size);
  const places = new Map<number, number>();
  for (const [place, { between }] of edges.entries()) {
    const [one, other] = [numbers.numberOf(between[0]), numbers.numberOf(between[1])];
    isWanted[one] = isWanted[other] = 1;
    places.set(one * size + other, place);
  }
  return (one, other) =>
    isWanted[one] && isWanted[other] ? places.get(one * size + other) : undefined;
}

function byIds({ between: [a, b] }: Edge, { between: [c, d] }: Edge): number {
  if (a !== c) return a < c ? -1 : 1;
  return b < d ? -1 : 1;
}
