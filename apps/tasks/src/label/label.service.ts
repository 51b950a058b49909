import { Injectable } from '@nestjs/common';
import { UnknownLabel } from '../task/task.errors';
import { LabelRepository } from './label.repository';

/** Which labels there are. */
@Injectable()
export class LabelService {
  constructor(private readonly labels: LabelRepository) {}

  /** Throws `UnknownLabel` unless the space has all of them. */
  async require(space: string, labelIds: readonly string[]): Promise<void> {
    const wanted = new Set(labelIds);
    const found = await this.labels.findByIds(space, [...wanted]);
    if (found.filter(({ deleted }) => !deleted).length < wanted.size) throw new UnknownLabel();
  }

  /** Those of the ids that were deleted; tasks may still name them. */
  async findDeleted(space: string, labelIds: readonly string[]): Promise<Set<string>> {
    const found = await this.labels.findByIds(space, labelIds);
    return new Set(found.flatMap(({ id, deleted }) => (deleted ? [id] : [])));
  }
}
