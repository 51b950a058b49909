import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { IssueChoice, TaskStatus } from '@engawa/contracts';
import {
  InjectStore,
  READ_BATCH_SIZE,
  SpaceRepository,
  storageKey,
  type Filter,
  type Store,
} from '@engawa/persistence';
import { changedText } from '@engawa/text-search';
import type { NamedKind } from '../name/name.schema';
import { entryStore, BEGINNING_OF_TIME, type EntryDocument } from './entry.schema';

/** Filters of a search. */
export interface EntryFilter {
  staffId?: string;
  /** Any of these ids of one member. */
  memberIds?: readonly string[];
  /** And any of these ids of a second member. */
  otherMemberIds?: readonly string[];
  /** `none`: entries without a label. */
  labelId?: string;
  /** `opened` and `solved`: `from` and `to` filter by that time, and it is the sort order. */
  issue?: IssueChoice;
  taskStatus?: TaskStatus;
  kind?: EntryDocument['kind'];
  from?: Date;
  to?: Date;
}

/** Fields that figures are counted from. */
export type CountedEntry = Pick<EntryDocument, 'ownerId' | 'memberIds' | 'labelIds'>;
/** Fields that issues are counted from. */
export type IssueEntry = Pick<EntryDocument, 'labelIds' | 'issueOpenedAt' | 'issueClosedAt'>;

/** Pause after each batch of posts when a day is counted. */
const PAUSE_PER_BATCH_MS = 25;

const namingField = { staff: 'ownerId', member: 'memberIds', label: 'labelIds' } as const;

/** The time that a search filters and sorts by. */
function timeField({ issue }: EntryFilter): 'talkedAt' | 'issueOpenedAt' | 'issueClosedAt' {
  if (issue === 'opened') return 'issueOpenedAt';
  return issue === 'solved' ? 'issueClosedAt' : 'talkedAt';
}

function newestFirst(filter: EntryFilter): Record<string, 1 | -1> {
  return { [timeField(filter)]: -1, id: -1 };
}

@Injectable()
export class EntryRepository extends SpaceRepository<EntryDocument> {
  constructor(@InjectStore(entryStore) store: Store<EntryDocument>) {
    super(store);
  }

  /** Matching entries, newest talk first. */
  findHits(
    space: string,
    filter: EntryFilter,
    window: { skip: number; limit: number },
  ): Promise<EntryDocument[]> {
    return this.hitQuery(space, filter, window).exec() as Promise<EntryDocument[]>;
  }

  /** The query of `findHits`, to test its plan. */
  hitQuery(space: string, filter: EntryFilter, window: { skip: number; limit: number }) {
    return this.query(space, filterOf(filter), { sort: newestFirst(filter), ...window });
  }

  /** Number of entries that `findHits` would return, counted up to `limit`. */
  countHits(space: string, filter: EntryFilter, limit: number): Promise<number> {
    return this.store.count({ ...filterOf(filter), space }, { limit });
  }

  /** Shown entries that refer to a thing, newest talk first, after the given one. */
  findNaming(
    space: string,
    kind: NamedKind,
    thingId: string,
    after: Pick<EntryDocument, 'talkedAt' | 'id'> | null,
    limit: number,
  ): Promise<EntryDocument[]> {
    const beyond = after && {
      talkedAt: { $lte: after.talkedAt },
      $or: [{ talkedAt: { $lt: after.talkedAt } }, { id: { $lt: after.id } }],
    };
    return this.find(space, { shown: true, [namingField[kind]]: thingId, ...beyond } as Filter, {
      sort: { talkedAt: -1, id: -1 },
      limit,
    });
  }

  /** Marks entries for the index: a name in them has changed. */
  async noteChangedTexts(space: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const keys = ids.map((id) => storageKey(space, id));
    await this.updateMany(space, { _id: { $in: keys }, shown: true } as Filter, {
      $set: changedText(),
    });
  }

  /** Entries by id after the given one, including deleted ones. */
  findAfterId(space: string, afterId: string | null, limit: number): Promise<EntryDocument[]> {
    return this.afterIdQuery(space, afterId, limit).exec() as Promise<EntryDocument[]>;
  }

  /** The query of `findAfterId`, to test its plan; keys are space, slash, id. */
  afterIdQuery(space: string, afterId: string | null, limit: number) {
    const beyond = { $gt: storageKey(space, afterId ?? ''), $lt: `${space}0` };
    return this.query(space, { _id: beyond }, { sort: { _id: 1 }, limit });
  }

  /** The post's comments, including deleted ones. */
  findComments(space: string, postId: string): Promise<EntryDocument[]> {
    return this.commentQuery(space, postId).exec() as Promise<EntryDocument[]>;
  }

  /** The query of `findComments`, to test its plan. */
  commentQuery(space: string, postId: string) {
    return this.query(space, { postId, kind: 'comment' } as Filter, { sort: { id: 1 } });
  }

  /**
   * Counting data of posts whose talk was in [from, to). A full day is read in batches with pauses,
   * so that writers do not wait.
   */
  async findCounted(space: string, from: Date, to: Date): Promise<CountedEntry[]> {
    const found: CountedEntry[] = [];
    const filter: Filter = { shown: true, talkedAt: { $gte: from, $lt: to }, kind: 'post' };
    const query = this.onlyQuery(space, ['ownerId', 'memberIds', 'labelIds'], filter);
    for await (const entry of query.cursor({ batchSize: READ_BATCH_SIZE })) {
      found.push(entry);
      if (found.length % READ_BATCH_SIZE === 0) await sleep(PAUSE_PER_BATCH_MS);
    }
    return found;
  }

  /** Issues that were opened (`issueOpenedAt`) or solved in [from, to). */
  findIssues(
    space: string,
    field: 'issueOpenedAt' | 'issueClosedAt',
    from: Date,
    to: Date,
  ): Promise<IssueEntry[]> {
    const filter: Filter = { [field]: { $gte: from, $lt: to }, shown: true };
    return this.findOnly(space, ['labelIds', 'issueOpenedAt', 'issueClosedAt'], filter);
  }

  /** Number of unresolved issues. */
  countOpenIssues(space: string): Promise<number> {
    return this.count(space, filterOf({ issue: 'open' }));
  }

  /** A comment is shown with its post. */
  async setShown(space: string, id: string, shown: boolean): Promise<void> {
    await this.updateMany(
      space,
      { id, shown: !shown, ...(shown ? { gone: false } : {}) } as Filter,
      { $set: { shown, ...changedText() } },
    );
  }
}

function filterOf(asked: EntryFilter): Filter {
  const filter: Record<string, unknown> = { shown: true };
  if (asked.staffId) filter['ownerId'] = asked.staffId;
  if (asked.memberIds) filter['memberIds'] = anyOf(asked.memberIds);
  if (asked.otherMemberIds) filter['$and'] = [{ memberIds: anyOf(asked.otherMemberIds) }];
  if (asked.labelId) filter['labelIds'] = asked.labelId === 'none' ? { $size: 0 } : asked.labelId;
  if (asked.issue === 'open') {
    // As in the partial index: any issue.
    filter['issueOpenedAt'] = { $gt: BEGINNING_OF_TIME };
    filter['issueClosedAt'] = null;
  }
  if (asked.taskStatus) filter['taskStatus'] = asked.taskStatus;
  if (asked.kind) filter['kind'] = asked.kind;
  const time = timeField(asked);
  if (asked.from || asked.to || time !== 'talkedAt') {
    filter[time] = {
      ...(asked.from
        ? { $gte: asked.from }
        : time === 'talkedAt'
          ? {}
          : { $gt: BEGINNING_OF_TIME }),
      ...(asked.to ? { $lt: asked.to } : {}),
    };
  }
  return filter as Filter;
}

function anyOf(ids: readonly string[]): unknown {
  return ids.length === 1 ? ids[0] : { $in: [...ids] };
}
