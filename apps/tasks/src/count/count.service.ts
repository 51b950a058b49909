import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { taskStatuses, type EventEnvelope } from '@engawa/contracts';
import { TaskRepository } from '../task/task.repository';
import { CountRepository } from './count.repository';
import {
  countsOf,
  incrementsOf,
  moveOf,
  noCounts,
  NOBODY,
  sumOf,
  type Counts,
  type TaskEvent,
} from './count.rules';

/** Figures of the task views' column heads. */
@Injectable()
export class CountService {
  constructor(
    private readonly counts: CountRepository,
    private readonly tasks: TaskRepository,
  ) {}

  /** Counts what an event changed; what was counted already is not counted again. */
  async apply(event: TaskEvent): Promise<void> {
    const increments = incrementsOf(moveOf(event));
    if (Object.keys(increments).length === 0) return;
    await this.counts.addOnce(event.space, event.id, increments);
  }

  /**
   * Counts right after the write, so that whoever asks next sees it; should the process end before,
   * the event's own listener counts it.
   */
  async applyAll(told: readonly EventEnvelope[]): Promise<void> {
    for (const event of told) await this.apply(event as TaskEvent);
  }

  /** Counts anew; answers how many figures were wrong, also after a pause. */
  async repair(space: string, pauseMillis: number, mend: boolean): Promise<number> {
    const first = await this.compare(space);
    if (first.wrong === 0) return 0;
    await sleep(pauseMillis);
    const second = await this.compare(space);
    if (second.wrong > 0 && mend) {
      await this.counts.replace(space, second.stored?.version ?? 0, second.right);
    }
    return second.wrong;
  }

  private async compare(space: string) {
    const stored = await this.counts.findCounts(space);
    const right: Record<string, Counts> = {};
    for (const { _id, count } of await this.tasks.countListed(space)) {
      const key = _id.assignUserId ?? NOBODY;
      right[key] = { ...(right[key] ?? noCounts()), [_id.status]: count };
    }
    const keys = new Set([...Object.keys(right), ...Object.keys(stored?.byStaff ?? {})]);
    let wrong = 0;
    for (const key of keys) {
      const [is, should] = [stored?.byStaff[key] ?? {}, right[key] ?? noCounts()];
      wrong += taskStatuses.filter((status) => (is[status] ?? 0) !== should[status]).length;
    }
    return { stored, right, wrong };
  }

  /** Figures of one assignee, `none`, or all. */
  async read(space: string, assignUserId?: string) {
    const stored = (await this.counts.findCounts(space))?.byStaff ?? {};
    const byStaff = Object.entries(stored)
      .map(([key, counts]) => ({
        assignUserId: key === NOBODY ? null : key,
        counts: countsOf(counts),
      }))
      .filter(({ counts }) => Object.values(counts).some((count) => count > 0));
    const wanted = byStaff.filter(
      (row) =>
        assignUserId === undefined ||
        row.assignUserId === (assignUserId === 'none' ? null : assignUserId),
    );
    return { counts: sumOf(wanted.map(({ counts }) => counts)), byStaff: wanted };
  }
}
