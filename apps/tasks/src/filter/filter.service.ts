import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  foldText,
  TASK_FILTER_LIMIT,
  taskFilter,
  type CreateTaskFilterInput,
  type TaskFilter,
  type UpdateTaskFilterInput,
} from '@engawa/contracts';
import { orRefuse, requestedId } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { FilterNameTaken, FilterNotFound, TooManyFilters } from './filter.errors';
import { filterEvent, filterOf } from './filter.mapper';
import { FilterRepository } from './filter.repository';
import type { FilterDocument } from './filter.schema';

/** The filters that a staff saved for the task views; each sees and changes only their own. */
@Injectable()
export class FilterService {
  constructor(private readonly filters: FilterRepository) {}

  async list({ space, staffId }: CurrentStaff): Promise<{ items: TaskFilter[] }> {
    return { items: (await this.filters.findOfStaff(space, staffId)).map(filterOf) };
  }

  /** Throws `FilterNameTaken` or `TooManyFilters`. */
  async create({ space, staffId }: CurrentStaff, input: CreateTaskFilterInput) {
    const id = requestedId();
    const written = await this.filters.findWritten(space, id);
    if (written) return filterOf(written);
    const own = await this.filters.findOfStaff(space, staffId);
    if (own.length >= TASK_FILTER_LIMIT) throw new TooManyFilters(TASK_FILTER_LIMIT);
    const document = { id, userId: staffId, ...named(input.displayName), criteria: input.criteria };
    const events = [filterEvent(space, staffId, id, 1)];
    return filterOf(await orRefuse(this.filters.insert(space, document, events), refusals));
  }

  /** Throws `FilterNotFound`, `FilterNameTaken` or `PreconditionFailed`. */
  async update(
    { space, staffId }: CurrentStaff,
    filterId: string,
    { displayName, criteria }: UpdateTaskFilterInput,
    ifVersion: number | null,
  ): Promise<TaskFilter> {
    await this.requireOwn(space, staffId, filterId);
    const result = await orRefuse(
      this.filters.change(
        space,
        filterId,
        (_current, next) => ({
          set: {
            ...(displayName !== undefined ? named(displayName) : {}),
            ...(criteria !== undefined ? { criteria } : {}),
          },
          events: [filterEvent(space, staffId, filterId, next.version)],
        }),
        { ifVersion },
      ),
      refusals,
    );
    if (!result) throw new FilterNotFound();
    return filterOf(result.document);
  }

  /** Throws `FilterNotFound` or `PreconditionFailed`. */
  async delete(
    { space, staffId }: CurrentStaff,
    filterId: string,
    ifVersion: number | null,
  ): Promise<void> {
    await this.requireOwn(space, staffId, filterId);
    await orRefuse(
      this.filters.change(
        space,
        filterId,
        (current, next) => ({
          // The name is free again at once, also while the tombstone waits for its event.
          set: { nameKey: `${current.nameKey}\u0000${current.id}` },
          events: [filterEvent(space, staffId, filterId, next.version)],
          purge: true,
        }),
        { ifVersion },
      ),
      refusals,
    );
  }

  private async requireOwn(space: string, staffId: string, filterId: string): Promise<void> {
    const found = await this.filters.findById(space, filterId);
    if (found?.userId !== staffId) throw new FilterNotFound();
  }
}

const refusals = {
  stale: (current: FilterDocument) =>
    new PreconditionFailed('tasks.filter.stale', taskFilter, filterOf(current)),
  taken: () => new FilterNameTaken(),
};

function named(displayName: string) {
  return { displayName, nameKey: foldText(displayName) };
}
