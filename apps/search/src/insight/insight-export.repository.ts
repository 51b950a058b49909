import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { type InsightExportDocument, insightExportStore } from './insight-export.schema';

@Injectable()
export class InsightExportRepository extends SpaceRepository<InsightExportDocument> {
  constructor(@InjectStore(insightExportStore) store: Store<InsightExportDocument>) {
    super(store);
  }
}
