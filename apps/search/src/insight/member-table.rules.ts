import type { Series } from './insight.rules';
import { countedLists, eachCount, type MonthFigures } from './month-figures.rules';

const MEMBERS = countedLists.indexOf('members');
const WORD_BITS = 32;

/** The period of each day of a month that is in the range. */
export type PeriodsOfMonths = ReadonlyMap<MonthFigures, readonly (number | undefined)[]>;

/**
 * Talks with all members of a range. A member has a number, a total and one bit for each period with
 * a talk: counts by period are summed only for the members that are shown.
 */
export class MemberTable {
  private readonly indexes = new Map<string, number>();
  private readonly ids: string[] = [];
  private readonly totals: number[] = [];
  private readonly words: number;
  private bits: Uint32Array;

  constructor(private readonly periods: number) {
    this.words = Math.ceil(periods / WORD_BITS);
    this.bits = new Uint32Array(1_024 * this.words);
  }

  /** The number of a member. */
  indexOf(id: string): number {
    const known = this.indexes.get(id);
    if (known !== undefined) return known;
    const index = this.ids.push(id) - 1;
    this.indexes.set(id, index);
    this.totals.push(0);
    if (this.ids.length * this.words > this.bits.length) {
      const bits = new Uint32Array(this.bits.length * 2);
      bits.set(this.bits);
      this.bits = bits;
    }
    return index;
  }

  /** Ids by their numbers, also of members that are only in pairs. */
  all(): readonly string[] {
    return this.ids;
  }

  talkedWith(): string[] {
    return this.ids.filter((_id, index) => this.totals[index]! > 0);
  }

  add(index: number, period: number, count: number): void {
    this.totals[index]! += count;
    this.bits[index * this.words + (period >>> 5)]! |= 1 << (period & 31);
  }

  totalOf(id: string): number {
    const index = this.indexes.get(id);
    return index === undefined ? 0 : this.totals[index]!;
  }

  /** Calls `take` with each member that was talked with. */
  each(take: (id: string, total: number, index: number) => void): void {
    for (const [index, id] of this.ids.entries()) {
      if (this.totals[index]! > 0) take(id, this.totals[index]!, index);
    }
  }

  /** Adds 1 to each period with a talk with the member. */
  addPeriods(index: number, byPeriod: number[]): void {
    for (let word = 0; word < this.words; word += 1) {
      let rest = this.bits[index * this.words + word]!;
      while (rest !== 0) {
        byPeriod[word * WORD_BITS + (31 - Math.clz32(rest & -rest))]! += 1;
        rest &= rest - 1;
      }
    }
  }

  /** The members with the most talks, with their counts in each period. */
  top(limit: number, periodsOf: PeriodsOfMonths): (Series & { id: string })[] {
    const ranked: { id: string; total: number }[] = [];
    this.each((id, total) => ranked.push({ id, total }));
    ranked.sort((one, other) => other.total - one.total || (one.id < other.id ? -1 : 1));
    const rows = ranked
      .slice(0, limit)
      .map((row) => ({ ...row, byPeriod: new Array<number>(this.periods).fill(0) }));
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    for (const [month, periodOfDay] of periodsOf) {
      const shown = month.ids.map((id) => rowOf.get(id));
      eachCount(month, (list, day, id, count) => {
        const period = periodOfDay[day];
        if (list === MEMBERS && period !== undefined) {
          const row = shown[id];
          if (row) row.byPeriod[period]! += count;
        }
      });
    }
    return rows;
  }
}
