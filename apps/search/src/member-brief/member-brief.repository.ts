import { Injectable } from '@nestjs/common';
import { InjectStore, READ_BATCH_SIZE, SpaceRepository, type Store } from '@engawa/persistence';
import { entryStore, type EntryDocument } from '../entry/entry.schema';
import type { CountedEntry } from './member-brief.rules';

const counted = [
  'id',
  'kind',
  'postId',
  'ownerId',
  'memberIds',
  'labelIds',
  'taskStatus',
  'talkedAt',
  'issueOpenedAt',
  'issueClosedAt',
] as const;
const talk = ['id', 'kind', 'ownerId', 'talkedAt', 'issueOpenedAt', 'issueClosedAt'] as const;
/** What the radar counts of a post. */
export type CountedTalk = Pick<EntryDocument, (typeof talk)[number]>;
const newestFirst = { talkedAt: -1, id: -1 } as const;

/** Queries of a brief; texts are not read. */
@Injectable()
export class MemberBriefRepository extends SpaceRepository<EntryDocument> {
  constructor(@InjectStore(entryStore) store: Store<EntryDocument>) {
    super(store);
  }

  /** Posts about the member under any of its ids, newest talk first. */
  findAbout(space: string, memberIds: readonly string[], limit: number): Promise<CountedEntry[]> {
    return this.findFields(counted, space, memberIds, limit);
  }

  /** Like `findAbout`, with what the radar counts. */
  findTalks(space: string, memberIds: readonly string[], limit: number): Promise<CountedTalk[]> {
    return this.findFields(talk, space, memberIds, limit);
  }

  private findFields<Field extends keyof EntryDocument & string>(
    fields: readonly Field[],
    space: string,
    memberIds: readonly string[],
    limit: number,
  ): Promise<Pick<EntryDocument, Field>[]> {
    const any = memberIds.length === 1 ? memberIds[0] : { $in: [...memberIds] };
    return this.findOnly(
      space,
      fields,
      { shown: true, memberIds: any },
      { sort: newestFirst, limit, batchSize: READ_BATCH_SIZE },
    );
  }

  /** Comments with open tasks, the newest of each status first. */
  async findTaskComments(space: string, limit: number): Promise<CountedEntry[]> {
    const found = await Promise.all(
      ['waiting', 'inProgress'].map((taskStatus) =>
        this.findOnly(
          space,
          counted,
          { shown: true, taskStatus, kind: 'comment' },
          { sort: newestFirst, limit },
        ),
      ),
    );
    return found.flat();
  }
}
