import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { type TallyDocument, tallySchema } from './ranking.schema';

type Figures = Pick<TallyDocument, 'post' | 'issue' | 'resolved'>;

/** More staff than a space has. */
const STAFF_LIMIT = 2_000;

@Injectable()
export class RankingRepository extends SpaceRepository<TallyDocument> {
  constructor(@InjectStore(tallySchema) store: Store<TallyDocument>) {
    super(store);
  }

  /** The tallies of a month, most posts first. */
  findMonth(space: string, month: string, limit = STAFF_LIMIT): Promise<TallyDocument[]> {
    return this.monthQuery(space, month, limit).exec() as unknown as Promise<TallyDocument[]>;
  }

  /** For a test of plans too: the query of a month. */
  monthQuery(space: string, month: string, limit: number) {
    return this.query(
      space,
      { month, post: { $gt: 0 } },
      { sort: { post: -1, id: 1 }, limit, hint: 'month_post' },
    );
  }

  /** Sums of all months by staff. */
  async sumByStaff(space: string): Promise<({ staffId: string } & Figures)[]> {
    const rows = await this.aggregate<{ _id: string } & Figures>(space, {}, [
      {
        $group: {
          _id: '$staffId',
          post: { $sum: '$post' },
          issue: { $sum: '$issue' },
          resolved: { $sum: '$resolved' },
        },
      },
    ]);
    return rows.map(({ _id, post, issue, resolved }) => ({ staffId: _id, post, issue, resolved }));
  }

  /**
   * Adds to a staff's month once for each mark, however often it is asked to. Of several marks that
   * go together one may have been there before: then nothing is added, and it answers false.
   */
  add(
    space: string,
    place: { month: string; staffId: string },
    mark: string | readonly string[],
    figures: Figures,
    events: readonly EventEnvelope[],
  ): Promise<boolean> {
    const { post, issue, resolved } = figures;
    return this.applyOnce(
      space,
      tallyId(place),
      mark,
      { $inc: { post, issue, resolved } },
      { defaults: { ...place }, events },
    );
  }

  /** A staff's month, or null. */
  findPlace(space: string, place: { month: string; staffId: string }) {
    return this.findById(space, tallyId(place));
  }
}

function tallyId({ month, staffId }: { month: string; staffId: string }): string {
  return `${month}_${staffId}`;
}
