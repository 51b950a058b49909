import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { type TallyDocument, tallySchema } from './ranking.schema';

type Figures = Pick<TallyDocument, 'post' | 'issue' | 'resolved'>;

/** Number of posts of a staff member. */
export type Standing = Pick<TallyDocument, 'staffId' | 'post'>;

@Injectable()
export class RankingRepository extends SpaceRepository<TallyDocument> {
  constructor(@InjectStore(tallySchema) store: Store<TallyDocument>) {
    super(store);
  }

  /** Posts per staff member over some periods, most first. */
  async postsByStaff(space: string, periods: string[]): Promise<Standing[]> {
    const rows = await this.aggregate<{ _id: string; post: number }>(
      space,
      { month: { $in: periods } },
      [
        { $group: { _id: '$staffId', post: { $sum: '$post' } } },
        { $match: { post: { $gt: 0 } } },
        { $sort: { post: -1, _id: 1 } },
      ],
    );
    return rows.map(({ _id, post }) => ({ staffId: _id, post }));
  }

  /** The documents read by `postsByStaff`, to test the plan. */
  periodsQuery(space: string, periods: string[]) {
    return this.query(space, { month: { $in: periods } });
  }

  /** Sums of all periods by staff member. */
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
   * Idempotent increment of a staff member's period, keyed by event ids. Returns false and adds
   * nothing if one of several marks was already applied.
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

  /** A staff member's period, or null. */
  findPlace(space: string, place: { month: string; staffId: string }) {
    return this.findById(space, tallyId(place));
  }
}

function tallyId({ month, staffId }: { month: string; staffId: string }): string {
  return `${month}_${staffId}`;
}
