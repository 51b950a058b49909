import { Injectable } from '@nestjs/common';
import { SAVED_VIEW_LIMIT } from '@engawa/contracts';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import {
  savedViewSchema,
  viewOrderSchema,
  type SavedViewDocument,
  type ViewOrderDocument,
} from './saved-view.schema';

@Injectable()
export class SavedViewRepository extends SpaceRepository<SavedViewDocument> {
  constructor(@InjectStore(savedViewSchema) store: Store<SavedViewDocument>) {
    super(store);
  }

  /** Of one staff member, shared ones too, by name. */
  findOf(space: string, ownerId: string): Promise<SavedViewDocument[]> {
    return this.ownQuery(space, ownerId).exec() as Promise<SavedViewDocument[]>;
  }

  /** The query of `findOf`, for a test of its plan. */
  ownQuery(space: string, ownerId: string) {
    return this.query(space, { ownerId }, { sort: { nameKey: 1 }, limit: SAVED_VIEW_LIMIT + 1 });
  }

  /** Of the space, by name. */
  findShared(space: string): Promise<SavedViewDocument[]> {
    return this.sharedQuery(space).exec() as Promise<SavedViewDocument[]>;
  }

  /** The query of `findShared`, for a test of its plan. */
  sharedQuery(space: string) {
    const limit = SAVED_VIEW_LIMIT + 1;
    return this.query(space, { shared: true }, { sort: { nameKey: 1 }, limit, hint: 'shared' });
  }

  findWithLabel(space: string, labelId: string): Promise<SavedViewDocument[]> {
    return this.find(space, { 'criteria.labelId': labelId }, { hint: 'label' });
  }

  findWithMemberType(space: string, typeId: string): Promise<SavedViewDocument[]> {
    return this.memberTypeQuery(space, typeId).exec() as Promise<SavedViewDocument[]>;
  }

  /** The query of `findWithMemberType`, for a test of its plan. */
  memberTypeQuery(space: string, typeId: string) {
    return this.query(space, { 'memberCriteria.typeId': typeId }, { hint: 'memberType' });
  }

  /** All of the space by id, from one on. */
  findAll(space: string): Promise<SavedViewDocument[]> {
    return this.find(space, {});
  }
}

@Injectable()
export class ViewOrderRepository extends SpaceRepository<ViewOrderDocument> {
  constructor(@InjectStore(viewOrderSchema) store: Store<ViewOrderDocument>) {
    super(store);
  }

  async findOrder(space: string, staffId: string): Promise<string[]> {
    return (await this.findById(space, staffId))?.viewIds ?? [];
  }

  async put(space: string, staffId: string, viewIds: string[]): Promise<void> {
    if (await this.change(space, staffId, () => ({ set: { viewIds } }))) return;
    try {
      await this.insert(space, { id: staffId, viewIds });
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      await this.change(space, staffId, () => ({ set: { viewIds } }));
    }
  }
}
