import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  foldText,
  SAVED_SEARCH_LIMIT,
  savedSearch,
  type CreateSavedSearchInput,
  type SavedSearch,
  type SavedSearchCriteria,
  type UpdateSavedSearchInput,
} from '@engawa/contracts';
import { QuestionUnanswered } from '@engawa/events';
import { inFreePlace, mapWriteErrors, requestedId } from '@engawa/persistence';
import { PreconditionFailed, ProblemError } from '@engawa/service-kit';
import {
  SavedSearchNameTaken,
  SavedSearchNotFound,
  TooManySavedSearches,
  UnknownCriterion,
} from './saved-search.errors';
import { NameLearningService } from '../name/name-learning.service';
import { NameRepository } from '../name/name.repository';
import { nameId, type NamedKind } from '../name/name.schema';
import { savedSearchEvent, savedSearchOf } from './saved-search.mapper';
import { SavedSearchRepository } from './saved-search.repository';
import type { SavedSearchDocument } from './saved-search.schema';

/** Saved searches; private to each staff member (SRC-2). */
@Injectable()
export class SavedSearchService {
  private readonly refusals = {
    stale: async (current: SavedSearchDocument) =>
      new PreconditionFailed(
        'search.saved-search.stale',
        savedSearch,
        await this.shownOne(current),
      ),
    taken: () => new SavedSearchNameTaken(),
  };

  constructor(
    private readonly searches: SavedSearchRepository,
    private readonly names: NameRepository,
    private readonly learning: NameLearningService,
  ) {}

  async list({ space, staffId }: CurrentStaff): Promise<{ items: SavedSearch[] }> {
    return { items: await this.shown(space, await this.searches.findOfStaff(space, staffId)) };
  }

  /** Throws `SavedSearchNameTaken`, `TooManySavedSearches` or `UnknownCriterion`. */
  async create({ space, staffId }: CurrentStaff, input: CreateSavedSearchInput) {
    const id = requestedId();
    const written = await this.searches.findWritten(space, id);
    if (written) return this.shownOne(written);
    await this.requireKnown(space, input.criteria);
    const own = {
      limit: SAVED_SEARCH_LIMIT,
      find: () => this.searches.findOfStaff(space, staffId),
      full: () => new TooManySavedSearches(SAVED_SEARCH_LIMIT),
    };
    const { displayName, criteria } = input;
    const document = { id, staffId, ...named(displayName), criteria };
    const told = [savedSearchEvent({ space, ...document }, 1)];
    const insert = (place: number) => this.searches.insert(space, { ...document, place }, told);
    return this.shownOne(await mapWriteErrors(inFreePlace(own, insert), this.refusals));
  }

  /** Throws `SavedSearchNotFound`, `SavedSearchNameTaken` or `PreconditionFailed`. */
  async update(
    { space, staffId }: CurrentStaff,
    id: string,
    { displayName, criteria }: UpdateSavedSearchInput,
    ifVersion: number | null,
  ): Promise<SavedSearch> {
    await this.requireOwn(space, staffId, id);
    if (criteria) await this.requireKnown(space, criteria);
    const set = {
      ...(displayName !== undefined ? named(displayName) : {}),
      ...(criteria !== undefined ? { criteria } : {}),
    };
    const result = await mapWriteErrors(
      this.searches.change(
        space,
        id,
        (current, next) => ({ set, events: [savedSearchEvent(current, next.version)] }),
        { ifVersion },
      ),
      this.refusals,
    );
    if (!result) throw new SavedSearchNotFound();
    return this.shownOne(result.document);
  }

  /** Throws `SavedSearchNotFound` or `PreconditionFailed`. */
  async delete(
    { space, staffId }: CurrentStaff,
    id: string,
    ifVersion: number | null,
  ): Promise<void> {
    await this.requireOwn(space, staffId, id);
    const removed = await mapWriteErrors(
      this.searches.remove(space, id, { ifVersion }),
      this.refusals,
    );
    if (!removed) throw new SavedSearchNotFound();
  }

  /** Removes a deleted label from all saved searches (TML-5). Safe to repeat. */
  async removeLabel(space: string, labelId: string): Promise<void> {
    for (const { id } of await this.searches.findWithLabel(space, labelId)) {
      await this.searches.change(space, id, (current, next) => {
        if (current.criteria.labelId !== labelId) return null;
        return {
          set: { criteria: { ...current.criteria, labelId: null } },
          events: [savedSearchEvent(current, next.version, null)],
        };
      });
    }
  }

  /** Removes the label from a search if it was deleted while that was saved. Safe to repeat. */
  async removeDeletedLabel(space: string, id: string): Promise<void> {
    const labelId = (await this.searches.findById(space, id))?.criteria.labelId;
    if (!labelId) return;
    const named = await this.names.findNamed(space, { staff: [], member: [], label: [labelId] });
    // A deleted label is kept without texts.
    if (named.get(nameId('label', labelId))?.texts.length === 0) {
      await this.removeLabel(space, labelId);
    }
  }

  private async shown(
    space: string,
    documents: readonly SavedSearchDocument[],
  ): Promise<SavedSearch[]> {
    const ids = documents.flatMap(({ criteria: { memberId, otherMemberId } }) =>
      [memberId, otherMemberId].filter((id) => id != null),
    );
    const shownId = await this.names.findShownIds(space, ids);
    return documents.map((document) => savedSearchOf(document, shownId));
  }

  private async shownOne(document: SavedSearchDocument): Promise<SavedSearch> {
    const [search] = await this.shown(document.space, [document]);
    return search!;
  }

  /** Everything in a search must belong to the space. */
  private async requireKnown(space: string, criteria: SavedSearchCriteria): Promise<void> {
    const { staffId, memberId, otherMemberId, labelId } = criteria;
    const wanted = [
      ['staff', 'staffId', staffId],
      ['member', 'memberId', memberId],
      ['member', 'otherMemberId', otherMemberId],
      ['label', 'labelId', labelId === 'none' ? null : labelId],
    ] as const;
    const idsOf = (kind: NamedKind) =>
      wanted.flatMap(([one, , id]) => (one === kind && id !== null ? [id] : []));
    const isUnknown = await this.learning
      .findUnknown(space, {
        staff: idsOf('staff'),
        member: idsOf('member'),
        label: idsOf('label'),
      })
      .catch((error: unknown) => {
        if (!(error instanceof QuestionUnanswered)) throw error;
        throw new ProblemError('internal.not-ready', { headers: { 'retry-after': '1' } });
      });
    const pointers = wanted.flatMap(([kind, field, id]) =>
      id !== null && isUnknown(kind, id) ? [`/body/criteria/${field}`] : [],
    );
    if (pointers.length > 0) throw new UnknownCriterion(pointers);
  }

  private async requireOwn(space: string, staffId: string, id: string): Promise<void> {
    const found = await this.searches.findById(space, id);
    if (found?.staffId !== staffId) throw new SavedSearchNotFound();
  }
}

function named(displayName: string) {
  return { displayName, nameKey: foldText(displayName) };
}
