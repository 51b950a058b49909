import {
  DuplicateKey,
  inSystemScope,
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
  get(space: string): Promise<DirectoryDocument | null> {
    return this.findById(space, DIRECTORY_ID);
  }

  /** The version of the space's directory; null without one. */
  async findVersion(space: string): Promise<number | null> {
    const found = await this.store.model
      .findOne({ _id: storageKey(space, DIRECTORY_ID), space } as never)
      .select({ _id: 0, version: 1 })
      .lean<{ version: number }>()
      .exec();
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
    const found = await inSystemScope('indexes of all spaces are built', () =>
      this.store.model
        .find({ unfinished: true } as never)
        .select({ _id: 0, space: 1 })
        .limit(UNFINISHED_BATCH_SIZE)
        .lean<{ space: string }[]>()
        .exec(),
    );
    return found.map(({ space }) => space);
  }
}

/** Blocks; written once, read by id. */
export class BlockRepository extends SpaceRepository<BlockDocument> {
  async add(
    space: string,
    blocks: readonly Pick<BlockDocument, 'id' | 'signature' | 'body'>[],
  ): Promise<void> {
    if (blocks.length === 0) return;
    const now = new Date();
    // Bypasses mongoose documents, which would copy the bytes.
    await this.store.model.collection.insertMany(
      blocks.map((block) => ({
        _id: storageKey(space, block.id),
        ...block,
        space,
        version: 1,
        createdAt: now,
        updatedAt: now,
      })) as never,
    );
  }

  findSignatures(space: string, ids: readonly string[]): Promise<Map<string, Buffer>> {
    return this.findBytes(space, ids, 'signature');
  }

  findBodies(space: string, ids: readonly string[]): Promise<Map<string, Buffer>> {
    return this.findBytes(space, ids, 'body');
  }

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
    const found = await this.store.model
      .find({ _id: keysOf(space, ids), space } as never)
      .select({ _id: 0, id: 1, [field]: 1 })
      .lean<Record<string, unknown>[]>()
      .exec();
    return new Map(found.map((block) => [block['id'] as string, bytesOf(block[field])]));
  }
}

function keysOf(space: string, ids: readonly string[]): { $in: string[] } {
  return { $in: ids.map((id) => storageKey(space, id)) };
}

/** Bytes as the driver returns them: a Binary or a buffer. */
function bytesOf(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return value;
  const { buffer, position } = value as { buffer: Uint8Array; position: number };
  return Buffer.from(buffer.buffer, buffer.byteOffset, position);
}
