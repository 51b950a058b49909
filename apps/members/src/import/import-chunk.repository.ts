import { Injectable } from '@nestjs/common';
import type { MemberImportVerdict } from '@engawa/contracts';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { importChunkStore, type ImportChunkDocument, type KeptRow } from './import.schema';

@Injectable()
export class ImportChunkRepository extends SpaceRepository<ImportChunkDocument> {
  constructor(@InjectStore(importChunkStore) store: Store<ImportChunkDocument>) {
    super(store);
  }

  /** Keeps the verdicts of a step; the same step again replaces them. */
  async keep(
    space: string,
    chunk: { importId: string; phase: 'check' | 'run'; index: number; rows: KeptRow[] },
  ): Promise<void> {
    const id = `${chunk.importId}-${chunk.phase}-${chunk.index}`;
    const verdicts = [...new Set(chunk.rows.map((row) => row.verdict))];
    const before = await this.findById(space, id);
    await this.projectUpsert(space, id, (before?.version ?? 0) + 1, { ...chunk, verdicts });
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
