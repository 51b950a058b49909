import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { exportStore, type ExportDocument } from './export.schema';

@Injectable()
export class ExportRepository extends SpaceRepository<ExportDocument> {
  constructor(@InjectStore(exportStore) store: Store<ExportDocument>) {
    super(store);
  }
}
