import { Injectable } from '@nestjs/common';
import { type ExportDocument, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { insightExportStore } from './insight-export.schema';

@Injectable()
export class InsightExportRepository extends SpaceRepository<ExportDocument> {
  constructor(@InjectStore(insightExportStore) store: Store<ExportDocument>) {
    super(store);
  }
}
