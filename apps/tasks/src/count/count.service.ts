import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { CountRepository } from './count.repository';
import { countsOf, incrementsOf, moveOf, NOBODY, sumOf, type TaskEvent } from './count.rules';

/** Figures of the task views' column heads. */
@Injectable()
export class CountService {
  constructor(private readonly counts: CountRepository) {}

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
