import { Injectable } from '@nestjs/common';
import { LABEL_LIMIT } from '@engawa/contracts';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { labelEvent } from './label.mapper';
import { initialLabels } from './label.rules';
import { type LabelDocument, labelSchema } from './label.schema';

@Injectable()
export class LabelRepository extends SpaceRepository<LabelDocument> {
  constructor(@InjectStore(labelSchema) store: Store<LabelDocument>) {
    super(store);
  }

  /** The labels of a space in order; a space without any gets the initial ones. */
  async findAll(space: string): Promise<LabelDocument[]> {
    const labels = await this.findExisting(space);
    if (labels.length > 0) return labels;
    await this.ensureInitial(space);
    return this.findExisting(space);
  }

  /** Those of the ids that are living labels. */
  async findLiveByIds(space: string, ids: readonly string[]): Promise<LabelDocument[]> {
    const find = async () => (await this.findByIds(space, ids)).filter((label) => !label.deleted);
    const found = await find();
    if (found.length > 0 || ids.length === 0) return found;
    // A space that was never read may lack its initial labels.
    await this.findAll(space);
    return find();
  }

  /** Creates the initial labels; existing and deleted ones stay as they are. */
  async ensureInitial(space: string): Promise<void> {
    const entries = initialLabels().map((document) => ({
      document,
      events: [labelEvent('labelCreated', { ...document, space, version: 1 }, null)],
    }));
    // All in one command, so that readers rarely see a part; one by one if some exist.
    await this.insertMany(space, entries).catch(unlessThere);
    for (const { document, events } of entries) {
      if (await this.findById(space, document.id)) continue;
      await this.insert(space, document, events).catch(unlessThere);
    }
  }

  private findExisting(space: string): Promise<LabelDocument[]> {
    return this.find(
      space,
      { deleted: false },
      {
        sort: { order: 1, id: 1 },
        limit: LABEL_LIMIT * 2,
        hint: 'space_order',
      },
    );
  }
}

function unlessThere(error: unknown): void {
  if (!(error instanceof DuplicateKey)) throw error;
}
