import { Injectable } from '@nestjs/common';
import { TEMPLATE_LIMIT } from '@engawa/contracts';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { type TemplateDocument, templateSchema } from './template.schema';

@Injectable()
export class TemplateRepository extends SpaceRepository<TemplateDocument> {
  constructor(@InjectStore(templateSchema) store: Store<TemplateDocument>) {
    super(store);
  }

  /** Of the space, in their order. */
  findAll(space: string): Promise<TemplateDocument[]> {
    return this.allQuery(space).exec() as Promise<TemplateDocument[]>;
  }

  /** The query of `findAll`, for a test of its plan. */
  allQuery(space: string) {
    // More than the limit: in earlier versions concurrent requests could exceed it by a few.
    const limit = TEMPLATE_LIMIT * 2;
    return this.query(space, {}, { sort: { order: 1, id: 1 }, limit, hint: 'order' });
  }
}
