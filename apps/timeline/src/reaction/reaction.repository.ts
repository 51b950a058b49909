import { Injectable } from '@nestjs/common';
import { REACTION_LIMIT } from '@engawa/contracts';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { initialReactions } from './reaction.rules';
import { type ReactionDocument, reactionSchema } from './reaction.schema';

@Injectable()
export class ReactionRepository extends SpaceRepository<ReactionDocument> {
  constructor(@InjectStore(reactionSchema) store: Store<ReactionDocument>) {
    super(store);
  }

  /** The emoji of a space in order; a space without any gets the initial ones. */
  async findAll(space: string): Promise<ReactionDocument[]> {
    const living = await this.findExisting(space);
    if (living.length > 0) return living;
    await this.ensureInitial(space);
    return this.findExisting(space);
  }

  /** An emoji, including a deleted one. */
  async findAny(space: string, id: string): Promise<ReactionDocument | null> {
    const found = await this.findById(space, id);
    if (found) return found;
    // A space that was never read may lack its initial emoji.
    await this.findAll(space);
    return this.findById(space, id);
  }

  /** Creates the initial emoji; existing and deleted ones stay as they are. */
  async ensureInitial(space: string): Promise<void> {
    const entries = initialReactions().map((document) => ({ document }));
    // All in one command, so that readers rarely see a part; one by one if some exist.
    await this.insertMany(space, entries).catch(unlessThere);
    for (const { document } of entries) {
      if (await this.findById(space, document.id)) continue;
      await this.insert(space, document).catch(unlessThere);
    }
  }

  private findExisting(space: string): Promise<ReactionDocument[]> {
    return this.find(
      space,
      { deleted: false },
      {
        sort: { order: 1, id: 1 },
        limit: REACTION_LIMIT * 2,
        hint: 'space_order',
      },
    );
  }
}

function unlessThere(error: unknown): void {
  if (!(error instanceof DuplicateKey)) throw error;
}
