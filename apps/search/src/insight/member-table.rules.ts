import type { IdNumbers } from './id-numbers';
import type { Series } from './insight.rules';
import { countedLists, eachCount, type MonthFigures } from './month-figures.rules';

const MEMBERS = countedLists.indexOf('members');
const WORD_BITS = 32;

/** A month, and the period of each of its days that is in the range. */
export type MonthInPeriods = readonly [MonthFigures, readonly (number | undefined)[]];

/**
 * Talks with all members of a range. A member has a number, a total and one bit for each period with
 * a talk: counts by period are summed only for the members that are shown.
 */
export class MemberTable {
  private readonly totals: Uint32Array;
  private readonly words: number;
  private readonly bits: Uint32Array;

  /** `numbers` has all members of the range. */
  constructor(
    private readonly numbers: IdNumbers,
    private readonly periods: number,
  ) {
    this.words = Math.ceil(periods / WORD_BITS);
    this.totals = new Uint32Array(numbers.ids.length);
    this.bits = new Uint32Array(numbers.ids.length * this.words);
  }

  talkedWith(): string[] {
    return this.numbers.ids.filter((_id, number) => (this.totals[number] ?? 0) > 0);
  }

  add(number: number, period: number, count: number): void {
    this.totals[number]! += count;
    this.bits[number * this.words + (period >>> 5)]! |= 1 << (period & 31);
  }

  totalOf(id: string): number {
    return this.totals[this.numbers.numberOf(id)] ?? 0;
  }

  /** Calls `take` with each member that was talked with. */
  each(take: (id: string, total: number, number: number) => void): void {
    for (const [number, total] of this.totals.entries()) {
      if (total > 0) take(this.numbers.ids[number]!, total, number);
    }
  }

  /** Adds 1 to each period with a talk with the member. */
  addPeriods(number: number, byPeriod: number[]): void {
    for (let word = 0; word < this.words; word += 1) {
      let rest = this.bits[number * this.words + word]!;
      while (rest !== 0) {
        byPeriod[word * WORD_BITS + (31 - Math.clz32(rest & -rest))]! += 1;
        rest &= rest - 1;
      }
    }
  }

  /** The members with the most talks, with their counts in each period. */
  async top(
    limit: number,
    months: AsyncIterable<MonthInPeriods> | Iterable<MonthInPeriods>,
  ): Promise<(Series & { id: string })[]> {
    const ranked: { id: string; total: number }[] = [];
    this.each((id, total) => ranked.push({ id, total }));
    ranked.sort((one, other) => other.total - one.total || (one.id < other.id ? -1 : 1));
    const rows = ranked
      .slice(0, limit)
      .map((row) => ({ ...row, byPeriod: new Array<number>(this.periods).fill(0) }));
    const rowOf = new Uint32Array(this.totals.length);
    for (const [at, row] of rows.entries()) rowOf[this.numbers.numberOf(row.id)] = at + 1;
    for await (const [month, periodOfDay] of months) {
      const numbers = this.numbers.ofMonth(month);
      eachCount(month, (list, day, id, count) => {
        const period = periodOfDay[day];
        if (list !== MEMBERS || period === undefined) return;
        const row = rowOf[numbers[id]!]!;
        if (row > 0) rows[row - 1]!.byPeriod[period]! += count;
      });
    }
    return rows;
  }
}
