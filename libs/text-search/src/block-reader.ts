import { BlockBody, type TextRow } from './block/block-body';
import { ByteCache } from './block/byte-cache';
import { mayHold } from './block/signature.rules';
import type { BlockRepository, DirectoryRepository } from './directory.repository';
import { INDEX_FORMAT, type BlockEntry, type DirectoryDocument } from './text-index.schema';

const SIGNATURE_CACHE_BYTES = 80 * 1_048_576;
const BODY_CACHE_BYTES = 96 * 1_048_576;
const DIRECTORY_CACHE_BYTES = 16 * 1_048_576;
const BYTES_OF_ENTRY = 200;
/** Blocks whose signatures or bodies are read with one command. */
const SIGNATURES_AT_ONCE = 128;
const BODIES_AT_ONCE = 16;

/** The block was replaced; read the directory again. */
export class BlockGone extends Error {}

/** Reads directories and blocks through the caches of this process; a block never changes. */
export class BlockReader<Facts> {
  private readonly directories = new ByteCache<DirectoryDocument>(DIRECTORY_CACHE_BYTES);
  private readonly signatures = new ByteCache<Buffer>(SIGNATURE_CACHE_BYTES);
  private readonly bodies = new ByteCache<BlockBody<Facts>>(BODY_CACHE_BYTES);

  constructor(
    private readonly directoryRows: DirectoryRepository,
    private readonly blocks: BlockRepository,
  ) {}

  /** The directory of a space as it was last read; undefined without one. */
  knownDirectory(space: string): DirectoryDocument | undefined {
    return this.directories.get(space);
  }

  async readDirectory(space: string): Promise<DirectoryDocument | null> {
    const directory = await this.directoryRows.get(space);
    if (directory) {
      const size = directory.blocks.length + (directory.building?.blocks.length ?? 0) + 1;
      this.directories.set(space, directory, size * BYTES_OF_ENTRY);
    }
    return directory;
  }

  async isCurrent(space: string, { version }: DirectoryDocument): Promise<boolean> {
    return (await this.directoryRows.findVersion(space)) === version;
  }

  /** Blocks that may contain the pieces, by their ids in the given order, several at once. */
  async *candidates(
    space: string,
    entries: readonly BlockEntry[],
    pieces: readonly (readonly (readonly number[])[])[],
  ): AsyncGenerator<ReadonlyMap<string, BlockBody<Facts>>> {
    let waiting: string[] = [];
    // One block first, because a page may need no more.
    let batch = 1;
    for (let at = 0; at < entries.length; at += SIGNATURES_AT_ONCE) {
      const blocks = entries.slice(at, at + SIGNATURES_AT_ONCE).map(({ block }) => block);
      const signatures = await this.readSignatures(space, blocks);
      for (const [index, block] of blocks.entries()) {
        const signature = signatures[index];
        // A block that was replaced has none; reading its body tells.
        if (signature && !mayHold(signature, pieces)) continue;
        waiting.push(block);
        if (waiting.length < batch) continue;
        yield await this.readBodies(space, waiting);
        waiting = [];
        batch = Math.min(BODIES_AT_ONCE, batch * 2);
      }
    }
    if (waiting.length > 0) yield await this.readBodies(space, waiting);
  }

  /**
   * The rows of a block that is about to be replaced: those of one that is not in the cache are not
   * kept. Throws `BlockGone` if it was replaced.
   */
  async rows(space: string, block: string): Promise<TextRow<Facts>[]> {
    const body = this.bodies.get(block) ?? (await this.unpack(space, [block])).get(block)!;
    return body.rows();
  }

  private async readBodies(
    space: string,
    blocks: readonly string[],
  ): Promise<ReadonlyMap<string, BlockBody<Facts>>> {
    const found = new Map(blocks.map((block) => [block, this.bodies.get(block)]));
    const missing = blocks.filter((block) => !found.get(block));
    for (const [block, body] of await this.unpack(space, missing)) {
      this.bodies.set(block, body, body.bytes);
      found.set(block, body);
    }
    return found as ReadonlyMap<string, BlockBody<Facts>>;
  }

  private async unpack(
    space: string,
    blocks: readonly string[],
  ): Promise<Map<string, BlockBody<Facts>>> {
    if (blocks.length === 0) return new Map();
    const bytes = await this.blocks.findBodies(space, blocks);
    if (bytes.size < blocks.length) throw new BlockGone();
    const unpacked = blocks.map(
      async (block) => [block, await BlockBody.unpack<Facts>(bytes.get(block)!)] as const,
    );
    return new Map(await Promise.all(unpacked));
  }

  private async readSignatures(
    space: string,
    blocks: readonly string[],
  ): Promise<(Buffer | undefined)[]> {
    const signatures = blocks.map((block) => this.signatures.get(block));
    const missing = blocks.filter((_block, index) => !signatures[index]);
    if (missing.length === 0) return signatures;
    const read = await this.blocks.findSignatures(space, missing);
    for (const [block, signature] of read) this.signatures.set(block, signature, signature.length);
    return blocks.map((block, index) => signatures[index] ?? read.get(block));
  }
}

/** The blocks of a directory in order; while the first index is built, those that are ready. */
export function entriesOf(directory: DirectoryDocument | null): readonly BlockEntry[] {
  if (directory?.format !== INDEX_FORMAT) return [];
  const { blocks, building } = directory;
  return blocks.length > 0 ? blocks : (building?.blocks ?? []);
}
