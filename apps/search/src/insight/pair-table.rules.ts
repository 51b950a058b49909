import type { IdNumbers } from './id-numbers';

/** Two members named together, and the number of posts. */
export interface Edge {
  between: [string, string];
  total: number;
}

/**
 * Sums pairs of members. Pairs are collected in the order in which they are added, then summed for one
 * member after the other. This reads memory in order; a hash table of pairs took twice as long.
 */
export class PairTable {
  private readonly ones: Uint32Array;
  private readonly others: Uint32Array;
  private readonly totals: Uint32Array;
  private size = 0;

  /** For `capacity` calls of `add`. */
  constructor(capacity: number) {
    this.ones = new Uint32Array(capacity);
    this.others = new Uint32Array(capacity);
    this.totals = new Uint32Array(capacity);
  }

  /** Members by their numbers. */
  add(one: number, other: number, count: number): void {
    this.ones[this.size] = one;
    this.others[this.size] = other;
    this.totals[this.size] = count;
    this.size += 1;
  }

  /** The highest total first, then by the ids of both. */
  ranked(limit: number, { ids, places }: Pick<IdNumbers, 'ids' | 'places'>): Edge[] {
    this.join(ids.length);
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

  /** Replaces the collected pairs by each pair once with its total, sorted by the first member. */
  private join(members: number): void {
    const { ones, others, totals } = this;
    const starts = new Uint32Array(members + 1);
    for (let pair = 0; pair < this.size; pair += 1) starts[ones[pair]! + 1]! += 1;
    for (let one = 0; one < members; one += 1) starts[one + 1]! += starts[one]!;
    const [sortedOthers, sortedTotals] = [new Uint32Array(this.size), new Uint32Array(this.size)];
    const next = starts.slice();
    for (let pair = 0; pair < this.size; pair += 1) {
      const place = next[ones[pair]!]!++;
      sortedOthers[place] = others[pair]!;
      sortedTotals[place] = totals[pair]!;
    }
    this.size = 0;
    const sums = new Uint32Array(members);
    for (let one = 0; one < members; one += 1) {
      const [from, to] = [starts[one]!, starts[one + 1]!];
      for (let at = from; at < to; at += 1) sums[sortedOthers[at]!]! += sortedTotals[at]!;
      for (let at = from; at < to; at += 1) {
        const other = sortedOthers[at]!;
        if (sums[other] === 0) continue;
        ones[this.size] = one;
        others[this.size] = other;
        totals[this.size] = sums[other]!;
        this.size += 1;
        sums[other] = 0;
      }
    }
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
