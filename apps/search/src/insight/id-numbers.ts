import type { MonthFigures } from './month-figures.rules';

/** Numbers of the labels, staff and members of a space, the same in all of its months. */
export class IdNumbers {
  private readonly list: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly ofMonths = new WeakMap<MonthFigures, Uint32Array>();
  private sorted = new Uint32Array(0);

  /** By number. */
  get ids(): readonly string[] {
    return this.list;
  }

  /** The place of each number in the order of the ids. */
  get places(): Uint32Array {
    if (this.sorted.length === this.list.length) return this.sorted;
    this.sorted = new Uint32Array(this.list.length);
    const inOrder = [...this.list].sort();
    for (const [place, id] of inOrder.entries()) this.sorted[this.numbers.get(id)!] = place;
    return this.sorted;
  }

  numberOf(id: string): number {
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    const number = this.list.push(id) - 1;
    this.numbers.set(id, number);
    return number;
  }

  /** The numbers of a month's ids, in their order. */
  ofMonth(month: MonthFigures): Uint32Array {
    const known = this.ofMonths.get(month);
    if (known) return known;
    const numbers = Uint32Array.from(month.ids, (id) => this.numberOf(id));
    this.ofMonths.set(month, numbers);
    return numbers;
  }
}
