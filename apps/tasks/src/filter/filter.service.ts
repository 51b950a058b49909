import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  blackOut,
  foldText,
  TASK_FILTER_LIMIT,
  taskFilter,
  type CreateTaskFilterInput,
  type TaskFilter,
  type UpdateTaskFilterInput,
} from '@engawa/contracts';
import { inFreePlace, mapWriteErrors, requestedId } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { LabelService } from '../label/label.service';
import { NameService } from '../name/name.service';
import { FilterNameTaken, FilterNotFound, TooManyFilters } from './filter.errors';
import { filterEvent, filterOf } from './filter.mapper';
import { FilterRepository } from './filter.repository';
import type { Criteria, FilterDocument } from './filter.schema';

/** Saved filters of the task views; private to each staff member. */
@Injectable()
export class FilterService {
  constructor(
    private readonly filters: FilterRepository,
    private readonly labels: LabelService,
    private readonly names: NameService,
  ) {}

  async list({ space, staffId }: CurrentStaff): Promise<{ items: TaskFilter[] }> {
    return { items: (await this.filters.findOfStaff(space, staffId)).map(filterOf) };
  }

  /** Throws `FilterNameTaken`, `TooManyFilters`, `UnknownLabel` or `UnknownAssignee`. */
  async create({ space, staffId }: CurrentStaff, input: CreateTaskFilterInput) {
    const id = requestedId();
    const written = await this.filters.findWritten(space, id);
    if (written) return filterOf(written);
    await this.requireKnown(space, input.criteria);
    const own = {
      limit: TASK_FILTER_LIMIT,
      find: () => this.filters.findOfStaff(space, staffId),
      full: () => new TooManyFilters(TASK_FILTER_LIMIT),
    };
    const document = { id, userId: staffId, ...named(input.displayName), criteria: input.criteria };
    const events = [filterEvent(space, staffId, id, 1)];
    const insert = (place: number) => this.filters.insert(space, { ...document, place }, events);
    return filterOf(await mapWriteErrors(inFreePlace(own, insert), refusals));
  }

  /** Throws `FilterNotFound`, `FilterNameTaken` or `PreconditionFailed`. */
  async update(
    { space, staffId }: CurrentStaff,
    filterId: string,
    { displayName, criteria }: UpdateTaskFilterInput,
    ifVersion: number | null,
  ): Promise<TaskFilter> {
    await this.requireOwn(space, staffId, filterId);
    if (criteria) await this.requireKnown(space, criteria);
    const result = await mapWriteErrors(
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
    await mapWriteErrors(
      this.filters.change(
        space,
        filterId,
        (current, next) => ({
          // The name is free immediately, even while the tombstone waits for its event.
          set: { nameKey: `${current.nameKey}\u0000${current.id}` },
          unset: ['place'],
          events: [filterEvent(space, staffId, filterId, next.version)],
          purge: true,
        }),
        { ifVersion },
      ),
      refusals,
    );
  }

  /** Removes a deleted label from all filters (TML-5). Safe to repeat. */
  async removeLabel(space: string, labelId: string): Promise<void> {
    for (const { id } of await this.filters.findWithLabel(space, labelId)) {
      await this.filters.change(space, id, ({ userId, criteria }, next) => {
        if (!criteria.labelIds.includes(labelId)) return null;
        const labelIds = criteria.labelIds.filter((other) => other !== labelId);
        return {
          set: { criteria: { ...criteria, labelIds } },
          events: [filterEvent(space, userId, id, next.version)],
        };
      });
    }
  }

  /** Removes labels from a filter that were deleted while it was saved. Safe to repeat. */
  async removeDeletedLabels(space: string, filterId: string): Promise<void> {
    const filter = await this.filters.findById(space, filterId);
    const labelIds = filter?.criteria.labelIds ?? [];
    for (const labelId of await this.labels.findDeleted(space, labelIds)) {
      await this.removeLabel(space, labelId);
    }
  }

  /**
   * Blacks out names in the names of all filters (MBR-5). Safe to repeat. The key of the name keeps
   * it apart from another filter whose name became the same.
   */
  async redact(space: string, names: readonly string[]): Promise<void> {
    for (const { id } of await this.filters.findAll(space)) {
      await this.filters.change(space, id, (current, next) => {
        const displayName = blackOut(current.displayName, names);
        if (displayName === current.displayName) return null;
        return {
          set: { displayName, nameKey: `${foldText(displayName)}\u0000${id}` },
          events: [filterEvent(space, current.userId, id, next.version)],
        };
      });
    }
  }

  /** Everything in a filter must belong to the space. */
  private async requireKnown(space: string, criteria: Criteria): Promise<void> {
    const { labelIds, assignUserId } = criteria;
    await this.labels.require(space, labelIds);
    const isStaff = assignUserId !== null && assignUserId !== 'none' && assignUserId !== 'me';
    if (isStaff) await this.names.requireStaff(space, assignUserId);
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
