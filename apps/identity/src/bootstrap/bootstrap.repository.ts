import { Injectable } from '@nestjs/common';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { INSTALLATION_SPACE } from '../installation/installation.rules';
import { bootstrapSchema, type BootstrapDocument } from './bootstrap.schema';

const MARK = 'bootstrap';

@Injectable()
export class BootstrapRepository extends SpaceRepository<BootstrapDocument> {
  constructor(@InjectStore(bootstrapSchema) store: Store<BootstrapDocument>) {
    super(store);
  }

  async findState(): Promise<'running' | 'done' | null> {
    return (await this.findById(INSTALLATION_SPACE, MARK))?.state ?? null;
  }

  async begin(): Promise<void> {
    try {
      await this.insert(INSTALLATION_SPACE, { id: MARK, state: 'running' });
    } catch (error) {
      // Another replica started at the same time; both run the same steps.
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }

  async finish(): Promise<void> {
    await this.begin();
    await this.change(INSTALLATION_SPACE, MARK, () => ({ set: { state: 'done' } }));
  }
}
