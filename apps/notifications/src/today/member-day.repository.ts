import { Injectable } from '@nestjs/common';
import { memberDayKinds, type MemberDayKind } from '@engawa/contracts';
import { InjectStore, SpaceRepository, type Filter, type Store } from '@engawa/persistence';
import { byDay, memberDaysOf, rangesOf, type DayRange, type MemberDay } from './member-day.rules';
import { memberDaySchema, type MemberDayDocument } from './member-day.schema';

@Injectable()
export class MemberDayRepository extends SpaceRepository<MemberDayDocument> {
  constructor(@InjectStore(memberDaySchema) store: Store<MemberDayDocument>) {
    super(store);
  }

  /** Days from `today` on, the nearest first; at most `limit` of each kind. */
  async findAhead(space: string, today: string, limit: number): Promise<MemberDay[]> {
    const found = await Promise.all(
      memberDayKinds.map(async (kind) => {
        const ranges = rangesOf(kind, today).map((range) =>
          this.rangeQuery(space, kind, range, limit).exec(),
        );
        const documents = (await Promise.all(ranges)).flat() as MemberDayDocument[];
        return byDay(memberDaysOf(kind, documents, today)).slice(0, limit);
      }),
    );
    return byDay(found.flat());
  }

  /** One read of `findAhead`, to test its plan. */
  rangeQuery(space: string, kind: MemberDayKind, { first, last }: DayRange, limit: number) {
    const filter = { [kind]: { $gte: first, $lte: last } } as Filter;
    return this.query(space, filter, { sort: { [kind]: 1, id: 1 }, limit });
  }
}
