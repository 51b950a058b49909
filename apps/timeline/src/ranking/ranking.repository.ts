import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
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

  /** Takes over figures that were just counted; answers whether they differ from before. */
  async put(
    space: string,
    month: string,
    staffId: string,
    figures: Figures,
    eventOf: (version: number) => EventEnvelope[],
  ): Promise<boolean> {
    const id = `${month}_${staffId}`;
    const write = () =>
      this.change(space, id, (current, { version }) => {
        const same = (['post', 'issue', 'resolved'] as const).every(
          (figure) => current[figure] === figures[figure],
        );
        return same ? null : { set: { ...figures }, events: eventOf(version) };
      });
    const written = await write();
    if (written) return written.changed;
    try {
      await this.insert(space, { id, month, staffId, ...figures }, eventOf(1));
      return true;
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      return (await write())?.changed ?? false;
    }
  }
}
