import { Injectable } from '@nestjs/common';
import type { EventEnvelope, MemberImportVerdict } from '@engawa/contracts';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { importChunkStore, type ImportChunkDocument, type KeptRow } from './import.schema';

@Injectable()
export class ImportChunkRepository extends SpaceRepository<ImportChunkDocument> {
  constructor(@InjectStore(importChunkStore) store: Store<ImportChunkDocument>) {
    super(store);
  }

  /** Keeps the verdicts of a step with its events; the same step again replaces them. */
  async keep(
    space: string,
    chunk: { importId: string; phase: 'check' | 'run'; index: number; rows: KeptRow[] },
    events: readonly EventEnvelope[] = [],
  ): Promise<void> {
    const id = `${chunk.importId}-${chunk.phase}-${chunk.index}`;
    const verdicts = [...new Set(chunk.rows.map((row) => row.verdict))];
    const set = { ...chunk, verdicts };
    try {
      await this.insert(space, { id, ...set }, events);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      await this.change(space, id, () => ({ set, events }));
    }
  }

  /** Steps from the given one on that have the verdict. */
  findFrom(
    space: string,
    importId: string,
    phase: 'check' | 'run',
    fromIndex: number,
    verdict: MemberImportVerdict | null,
    limit: number,
  ): Promise<ImportChunkDocument[]> {
    return this.find(
      space,
      {
        importId,
        phase,
        index: { $gte: fromIndex },
        ...(verdict ? { verdicts: verdict } : {}),
      },
      { sort: { index: 1 }, limit },
    );
  }
}
