import {
  bufferOf,
  DuplicateKey,
  SpaceRepository,
  storageKey,
  type Filter,
} from '@engawa/persistence';
import {
  DIRECTORY_ID,
  INDEX_FORMAT,
  type BlockDocument,
  type DirectoryDocument,
} from './text-index.schema';

const UNFINISHED_BATCH_SIZE = 100;

/** The writable part of a directory. */
export type DirectoryState = Pick<DirectoryDocument, 'blocks' | 'retired' | 'building'>;

/** Directories of spaces. */
export class DirectoryRepository extends SpaceRepository<DirectoryDocument> {
  /** The directory of a space: its blocks in order; null before the first packing. */
  get(space: string): Promise<DirectoryDocument | null> {
    return this.findById(space, DIRECTORY_ID);
  }

  /** The version of the space's directory; null without one. */
  async findVersion(space: string): Promise<number | null> {
    const [found] = await this.findOnlyUncast(space, ['version'], { id: DIRECTORY_ID });
    return found?.version ?? null;
  }

  /** Replaces a directory unless another replica changed it since it was read. */
  async replace(
    space: string,
    read: Pick<DirectoryDocument, 'version'> | null,
    { blocks, retired, building }: DirectoryState,
  ): Promise<boolean> {
    const state = { format: INDEX_FORMAT, blocks, retired, building };
    if (!read) {
      const unfinished = building ? { unfinished: true as const } : {};
      try {
        await this.insert(space, { id: DIRECTORY_ID, ...state, ...unfinished });
        return true;
      } catch (error) {
        if (error instanceof DuplicateKey) return false;
        throw error;
      }
    }
    const changed = await this.updateMany(
      space,
      { id: DIRECTORY_ID, version: read.version } as Filter,
      {
        $set: { ...state, updatedAt: new Date(), ...(building ? { unfinished: true } : {}) },
        $inc: { version: 1 },
        ...(building ? {} : { $unset: { unfinished: 1 } }),
      },
    );
    return changed === 1;
  }

  /** Spaces whose index is being built. */
  async findUnfinished(): Promise<string[]> {
    const found = await this.acrossSpaces('indexes of all spaces are built').findOnly(
      ['space'],
      { unfinished: true },
      { limit: UNFINISHED_BATCH_SIZE },
    );
    return found.map(({ space }) => space);
  }
}

/** Blocks; written once, read by id. */
export class BlockRepository extends SpaceRepository<BlockDocument> {
  /** Signatures by block id; missing blocks are omitted. */
  findSignatures(space: string, ids: readonly string[]): Promise<Map<string, Buffer>> {
    return this.findBytes(space, ids, 'signature');
  }

  /** Bodies by block id; missing blocks are omitted. */
  findBodies(space: string, ids: readonly string[]): Promise<Map<string, Buffer>> {
    return this.findBytes(space, ids, 'body');
  }

  /** Deletes blocks. */
  async remove(space: string, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.deleteWhere(space, { _id: keysOf(space, ids) } as Filter);
  }

  /** Deletes old blocks that no directory names, left by a crash. */
  async removeOthers(space: string, kept: readonly string[], before: Date): Promise<void> {
    await this.deleteWhere(space, {
      id: { $nin: [...kept] },
      createdAt: { $lt: before },
    } as Filter);
  }

  private async findBytes(
    space: string,
    ids: readonly string[],
    field: 'signature' | 'body',
  ): Promise<Map<string, Buffer>> {
    const found = await this.findOnlyUncast(space, ['id', field], { _id: keysOf(space, ids) });
    return new Map(found.map((block) => [block.id, bufferOf(block[field])]));
  }
}

function keysOf(space: string, ids: readonly string[]): { $in: string[] } {
  return { $in: ids.map((id) => storageKey(space, id)) };
}
