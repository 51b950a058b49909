import { Injectable } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import { z } from 'zod';
import { UnknownLabel } from '../task/task.errors';
import { LabelRepository } from './label.repository';

const labelsAnswer = z.array(events.labelCreated.data.extend({ version: z.int().min(1) }));

/** Copies of labels. */
@Injectable()
export class LabelService {
  constructor(
    private readonly labels: LabelRepository,
    private readonly bus: EventBus,
  ) {}

  /**
   * Throws `UnknownLabel` unless all labels exist. Unknown ones are asked from the timeline once.
   */
  async require(space: string, labelIds: readonly string[]): Promise<void> {
    const wanted = [...new Set(labelIds)];
    const known = await this.labels.findByIds(space, wanted);
    if (known.some(({ deleted }) => deleted)) throw new UnknownLabel();
    const ids = new Set(known.map(({ id }) => id));
    const missing = wanted.filter((id) => !ids.has(id));
    if (missing.length > 0) await this.learn(space, missing);
  }

  /** The deleted labels among the ids; tasks may still have them. */
  async findDeleted(space: string, labelIds: readonly string[]): Promise<Set<string>> {
    const found = await this.labels.findByIds(space, labelIds);
    return new Set(found.flatMap(({ id, deleted }) => (deleted ? [id] : [])));
  }

  private async learn(space: string, ids: string[]): Promise<void> {
    const answer = await this.bus
      .ask<unknown>('timeline.findLabels', { space, ids })
      .catch((error: unknown) => {
        if (error instanceof QuestionUnanswered) throw new UnknownLabel();
        throw error;
      });
    const found = labelsAnswer.parse(answer);
    const foundIds = new Set(found.map(({ labelId }) => labelId));
    if (ids.some((id) => !foundIds.has(id))) throw new UnknownLabel();
    for (const { labelId, version } of found) {
      await this.labels.projectUpsert(space, labelId, version, { deleted: false });
    }
  }
}
