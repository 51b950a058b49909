import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { IdNumbers } from './id-numbers';
import { InsightMonthRepository } from './insight-month.repository';
import type { DayHead } from './insight-month.schema';
import { InsightRepository, type DayCount } from './insight.repository';
import type { InsightDayDocument } from './insight.schema';
import { countedLists, eachCount, joinDays, type MonthFigures } from './month-figures.rules';
import { MonthMemory } from './month-memory';

/** Days read at once: with 300 posts each, they block the event loop for about 5 ms. */
const DAYS_PER_READ = 4;
/** Days counted later than this are expected to be counted again soon. */
const SETTLED_MS = 5 * 60_000;

interface MonthsOfRange {
  months: MonthFigures[];
  numbers: IdNumbers;
}

/**
 * The figures of days by month (decision 0058). Days are the source; a stored month replaces those
 * that were not counted again since, so that nothing has to invalidate it.
 */
@Injectable()
export class InsightMonths {
  private readonly logger = new Logger(InsightMonths.name);
  private readonly memory = new MonthMemory();
  /** Months in memory that are not stored, because their days were counted a moment ago. */
  private readonly unsettled = new WeakSet<MonthFigures>();

  constructor(
    private readonly days: InsightRepository,
    private readonly months: InsightMonthRepository,
  ) {}

  /** All days of the months in which the range begins, lies and ends, and their ids' numbers. */
  async read(space: string, from: string, to: string): Promise<MonthsOfRange> {
    const counts = await this.days.findCounts(space, `${monthOf(from)}-01`, `${monthOf(to)}-31`);
    const countsOf = new Map<string, DayCount[]>();
    for (const count of counts) {
      const month = monthOf(count.id);
      countsOf.set(month, [...(countsOf.get(month) ?? []), count]);
    }
    const known = new Map([...countsOf.keys()].map((id) => [id, this.memory.get(space, id)]));
    const unknown = [...countsOf.keys()].filter((id) => !known.get(id));
    const stored = unknown.length > 0 ? await this.months.findMonths(space, unknown) : new Map();
    const months: MonthFigures[] = [];
    for (const [month, present] of countsOf) {
      const copy = known.get(month) ?? stored.get(month);
      const figures = await this.readMonth(space, month, present, copy);
      if (figures !== known.get(month)) this.memory.keep(space, month, figures);
      months.push(figures);
    }
    return { months, numbers: this.memory.numbersOf(space) };
  }

  /** Ids of the members talked with in a month, also of those resigned since. */
  async findMembers(space: string, month: string): Promise<string[]> {
    const { months } = await this.read(space, `${month}-01`, `${month}-31`);
    const found = new Set<string>();
    for (const figures of months) {
      eachCount(figures, (list, _day, id) => {
        if (countedLists[list] === 'members') found.add(figures.ids[id]!);
      });
    }
    return [...found];
  }

  private async readMonth(
    space: string,
    month: string,
    present: readonly DayCount[],
    stored: MonthFigures | undefined,
  ): Promise<MonthFigures> {
    const heads = new Map(stored?.days.map((head) => [head.id, head]));
    const unchanged: DayHead[] = [];
    const changedIds: string[] = [];
    for (const count of present) {
      const head = heads.get(count.id);
      if (head && isSame(head, count)) unchanged.push(head);
      else changedIds.push(count.id);
    }
    if (stored && unchanged.length === heads.size && changedIds.length === 0) {
      if (this.unsettled.has(stored) && unchanged.every(isSettled)) {
        await this.store(space, month, stored);
      }
      return stored;
    }
    const changed: InsightDayDocument[] = [];
    for (let at = 0; at < changedIds.length; at += DAYS_PER_READ) {
      changed.push(...(await this.days.findByIds(space, changedIds.slice(at, at + DAYS_PER_READ))));
      await nextTurn();
    }
    const figures = joinDays(stored, unchanged, changed);
    if (changed.some(isSettled)) await this.store(space, month, figures);
    else this.unsettled.add(figures);
    return figures;
  }

  private async store(space: string, month: string, figures: MonthFigures): Promise<void> {
    this.unsettled.delete(figures);
    await this.months.keep(space, month, figures).catch((error: unknown) => {
      this.logger.warn({ err: error }, `Month ${month} was not stored, it is read by days again`);
    });
  }
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}

function isSame(one: DayCount, other: DayCount): boolean {
  return one.version === other.version && one.countedAt?.getTime() === other.countedAt?.getTime();
}

function isSettled({ countedAt }: Pick<InsightDayDocument, 'countedAt'>): boolean {
  return countedAt !== undefined && Date.now() - countedAt.getTime() > SETTLED_MS;
}
