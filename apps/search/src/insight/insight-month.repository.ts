import { Injectable } from '@nestjs/common';
import { bufferOf, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { insightMonthStore, type InsightMonthDocument } from './insight-month.schema';
import type { MonthFigures } from './month-figures.rules';

@Injectable()
export class InsightMonthRepository extends SpaceRepository<InsightMonthDocument> {
  constructor(@InjectStore(insightMonthStore) store: Store<InsightMonthDocument>) {
    super(store);
  }

  async findMonths(space: string, months: readonly string[]): Promise<Map<string, MonthFigures>> {
    const found = await this.findByIds(space, months);
    return new Map(
      found.map(({ id, days, ids, counts, pairs, pairLabels }) => [
        id,
        {
          days,
          ids: ids === '' ? [] : ids.split(' '),
          counts: numbersOf(counts),
          pairs: numbersOf(pairs),
          pairLabels: numbersOf(pairLabels),
        },
      ]),
    );
  }

  async keep(space: string, month: string, figures: MonthFigures): Promise<void> {
    const { days, ids, counts, pairs, pairLabels } = figures;
    await this.upsert(space, month, {
      $set: {
        ...{ days, ids: ids.join(' '), counts: bytesOf(counts) },
        ...{ pairs: bytesOf(pairs), pairLabels: bytesOf(pairLabels) },
      },
    });
  }
}

/** A copy, because the driver's bytes begin anywhere. */
function numbersOf(stored: unknown): Uint32Array {
  return new Uint32Array(new Uint8Array(bufferOf(stored)).buffer);
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
