import { Injectable } from '@nestjs/common';
import { type ExportDocument, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { exportStore } from './export.schema';

@Injectable()
export class ExportRepository extends SpaceRepository<ExportDocument> {
  constructor(@InjectStore(exportStore) store: Store<ExportDocument>) {
    super(store);
  }
}
