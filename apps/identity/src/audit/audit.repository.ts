import { Injectable } from '@nestjs/common';
import { ERASED_NAME, type ListAuditEntriesQuery } from '@engawa/contracts';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type Filter,
  type NewDocument,
  type Page,
  type Store,
} from '@engawa/persistence';
import { ERASED_ACTION } from './audit.rules';
import { auditSchema, type AuditRecord } from './audit.schema';

@Injectable()
export class AuditRepository extends SpaceRepository<AuditRecord> {
  constructor(@InjectStore(auditSchema) store: Store<AuditRecord>) {
    super(store);
  }

  /** Stores an entry; a repetition changes nothing. */
  async keep(space: string, line: NewDocument<AuditRecord>): Promise<void> {
    try {
      await this.insert(space, line);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }

  /** Whether an entry says that this member was erased. */
  async isErased(space: string, targetId: string): Promise<boolean> {
    const filter = { 'target.id': targetId, action: ERASED_ACTION } as Filter;
    return (await this.findOne(space, filter, { hint: 'ofTarget' })) !== null;
  }

  /** Entries about a target that still contain its name. */
  findNaming(space: string, targetId: string): Promise<AuditRecord[]> {
    return this.find(
      space,
      { 'target.id': targetId, 'target.name': { $ne: ERASED_NAME } } as Filter,
      { hint: 'ofTarget', limit: 500 },
    );
  }

  /** A page, newest first. The narrowest filter chooses the index. */
  findEntries(space: string, query: ListAuditEntriesQuery): Promise<Page<AuditRecord>> {
    return this.findPage(space, {
      list: 'audit',
      filter: filterOf(query),
      sort: { field: 'at', kind: 'date', direction: -1 },
      limit: query.limit,
      cursor: query.cursor,
      hint: indexOf(query),
    });
  }

  /** The query of the first page of {@link findEntries}, to test its plan. */
  entriesQuery(space: string, query: ListAuditEntriesQuery) {
    return this.query(space, filterOf(query), {
      sort: { at: -1, id: -1 },
      limit: query.limit + 1,
      hint: indexOf(query),
    });
  }
}

function filterOf(query: ListAuditEntriesQuery): Filter {
  const { actorId, action, targetId, from, to } = query;
  return {
    ...(actorId === undefined ? {} : { actorId }),
    ...(action === undefined ? {} : { action }),
    ...(targetId === undefined ? {} : { 'target.id': targetId }),
    ...(from === undefined && to === undefined
      ? {}
      : {
          at: {
            ...(from === undefined ? {} : { $gte: new Date(from) }),
            ...(to === undefined ? {} : { $lt: new Date(to) }),
          },
        }),
  } as Filter;
}

function indexOf({ targetId, actorId, action }: ListAuditEntriesQuery): string {
  if (targetId !== undefined) return 'ofTarget';
  if (actorId !== undefined) return 'ofActor';
  return action === undefined ? 'latest' : 'ofAction';
}
