import { Injectable } from '@nestjs/common';
import type { EventEnvelope, MemberImportVerdict } from '@engawa/contracts';
import { FileImportChunkRepository } from '@engawa/imports';
import { InjectStore, type SpaceDocument, type Store } from '@engawa/persistence';
import {
  CHUNK_ROWS,
  importChunkStore,
  type ImportChunkDocument,
  type ImportDocument,
  type KeptRow,
} from './import.schema';

@Injectable()
export class ImportChunkRepository extends FileImportChunkRepository<ImportChunkDocument> {
  constructor(@InjectStore(importChunkStore) store: Store<ImportChunkDocument>) {
    super(store, CHUNK_ROWS);
  }

  override keep(
    space: string,
    chunk: Omit<ImportChunkDocument, keyof SpaceDocument | 'verdicts'>,
    events: readonly EventEnvelope[] = [],
  ): Promise<void> {
    const verdicts = [...new Set(chunk.rows.map(({ verdict }) => verdict))];
    return super.keep(space, { ...chunk, verdicts }, events);
  }

  /** Rows after a row with the verdict: of the run if there is one, else of the check. */
  async *findVerdicts(
    job: Pick<ImportDocument, 'space' | 'id' | 'state'>,
    verdict: MemberImportVerdict,
    afterRow = 0,
  ): AsyncGenerator<KeptRow, void> {
    for await (const row of this.findRows(job, afterRow, { verdicts: verdict })) {
      if (row.verdict === verdict) yield row;
    }
  }
}
