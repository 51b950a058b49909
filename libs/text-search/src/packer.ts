import { setImmediate as nextTurn } from 'node:timers/promises';
import { newId } from '@engawa/persistence';
import { comparePlaces, packRows, type Place, type TextRow } from './block/block-body';
import { signatureOf } from './block/signature.rules';
import type { BlockReader } from './block-reader';
import type { BlockRepository, DirectoryRepository, DirectoryState } from './directory.repository';
import { INDEX_FORMAT, type BlockEntry, type IndexedDocument } from './text-index.schema';
import type { SourceReader, TextSource } from './text-source';

/** Rows of a new block, and the limit of a growing block. */
const BLOCK_ROWS = 256;
const MAX_BLOCK_ROWS = 384;
/** Documents per build step: some whole blocks. */
const BUILD_BATCH_SIZE = 2_048;
/**
 * Most changes packed at once. After an import they affect all blocks, so large batches are
 * cheaper.
 */
const MAX_CHANGES = 20_000;
/** Documents per read. */
const READ_BATCH_SIZE = 1_000;
/** Fewer changes wait for more, up to the age below. */
const MIN_CHANGES = 64;
const MAX_CHANGE_AGE_MS = 30_000;
/** Replaced blocks stay for queries that started before. */
const RETIRED_BLOCK_TTL_MS = 60_000;
/** After this age, a block that no directory names is left from a crash. */
const ORPHANED_BLOCK_TTL_MS = 3_600_000;

/** A document with its row, and where the index may hold an older one. */
interface PackedDocument<Facts> {
  id: string;
  unindexed?: string;
  before: readonly Place[];
  row: TextRow<Facts> | null;
}

/**
 * Writes the blocks of spaces. Several replicas may pack at once: the directory's version decides.
 */
export class Packer<Doc extends IndexedDocument, Facts> {
  constructor(
    private readonly reader: SourceReader<Doc, Facts>,
    private readonly source: TextSource<Doc, Facts>,
    private readonly directories: DirectoryRepository,
    private readonly blocks: BlockRepository,
    private readonly blockReader: BlockReader<Facts>,
  ) {}

  /** Starts to build the index of a space; the existing one serves until then. */
  async begin(space: string): Promise<void> {
    const building = { pass: 0, after: null, blocks: [] };
    for (;;) {
      const read = await this.directories.get(space);
      const usable = read?.format === INDEX_FORMAT;
      const state: DirectoryState = {
        blocks: usable ? read.blocks : [],
        retired: [
          ...(read?.retired ?? []),
          ...retire(usable ? (read.building?.blocks ?? []) : (read?.blocks ?? [])),
        ],
        building,
      };
      if (await this.directories.replace(space, read, state)) return;
    }
  }

  /** Starts a build if there is no index of this format. */
  async beginUnlessBuilt(space: string): Promise<void> {
    const read = await this.directories.get(space);
    if (read?.format !== INDEX_FORMAT) await this.begin(space);
  }

  /** Packs changed documents of a space, unless they are few and recent. Returns true for more. */
  async packChanges(space: string, now: Date, all = false): Promise<boolean> {
    const read = await this.directories.get(space);
    if (read?.format !== INDEX_FORMAT) await this.begin(space);
    // The build reads the current documents; later changes are packed into its result.
    if (read?.format !== INDEX_FORMAT || read.building) return false;
    const changed = await this.reader.findUnindexed(space, 1, MAX_CHANGES);
    const first = changed[0];
    if (!first) return false;
    const waited = now.getTime() - timeOf(first.unindexed);
    if (!all && changed.length < MIN_CHANGES && waited < MAX_CHANGE_AGE_MS) return false;
    const documents: PackedDocument<Facts>[] = [];
    for (let at = 0; at < changed.length; at += READ_BATCH_SIZE) {
      const ids = changed.slice(at, at + READ_BATCH_SIZE).map(({ id }) => id);
      const found = await this.reader.findByIds(space, ids);
      documents.push(...(await this.toPacked(space, found)));
    }
    const made = await this.apply(space, read.blocks, documents);
    const kept = await this.withoutOldRetired(space, read.retired, now);
    const state = { blocks: made.entries, retired: [...kept, ...made.replaced], building: null };
    if (!(await this.commit(space, read, state, made.added))) return true;
    await this.clearMarks(space, documents);
    return changed.length === MAX_CHANGES;
  }

  /** Adds more documents to an index under construction. Returns true for more. */
  async build(space: string, now: Date): Promise<boolean> {
    const read = await this.directories.get(space);
    if (!read?.building || read.format !== INDEX_FORMAT) return false;
    const { building } = read;
    const found = await this.reader.findInOrder(space, building, BUILD_BATCH_SIZE);
    // A changed document stays marked until it is packed: its row here may be outdated.
    const documents = (await this.toPacked(space, found)).map((document) => ({
      ...document,
      before: [],
    }));
    const made = await this.apply(space, building.blocks, documents);
    const last = found.at(-1);
    const passDone = found.length < BUILD_BATCH_SIZE;
    const done = passDone && building.pass + 1 === this.source.passes.length;
    const kept = await this.withoutOldRetired(space, read.retired, now);
    const state: DirectoryState = done
      ? {
          blocks: made.entries,
          retired: [...kept, ...made.replaced, ...retire(read.blocks)],
          building: null,
        }
      : {
          blocks: read.blocks,
          retired: [...kept, ...made.replaced],
          building: {
            pass: building.pass + (passDone ? 1 : 0),
            after: passDone ? null : { value: last![this.source.orderField], id: last!.id },
            blocks: made.entries,
          },
        };
    await this.reader.removeFormerFields(
      space,
      found.map(({ id }) => id),
    );
    if (!(await this.commit(space, read, state, made.added))) return true;
    if (done) {
      const names = [...made.entries.map(({ block }) => block), ...blocksOf(state.retired)];
      await this.blocks.removeOthers(space, names, new Date(now.getTime() - ORPHANED_BLOCK_TTL_MS));
    }
    return !done;
  }

  private async toPacked(space: string, found: readonly Doc[]): Promise<PackedDocument<Facts>[]> {
    const packed: PackedDocument<Facts>[] = [];
    for (let at = 0; at < found.length; at += BLOCK_ROWS) {
      const some = found.slice(at, at + BLOCK_ROWS);
      const rows = await this.reader.rowsOf(space, some);
      some.forEach((document, index) => {
        const { id, unindexed } = document;
        const before = this.reader.placesOf(document);
        packed.push({ id, unindexed, before, row: rows[index]! });
      });
    }
    return packed;
  }

  /** Moves rows out of their old blocks into the blocks where they belong now. */
  private async apply(
    space: string,
    entries: readonly BlockEntry[],
    documents: readonly PackedDocument<Facts>[],
  ) {
    const removed = new Map<number, Set<string>>();
    const put = new Map<number, TextRow<Facts>[]>();
    const touched = new Set<number>();
    for (const { id, before, row } of documents) {
      for (const place of row ? [...before, row] : before) {
        const at = blockAt(entries, place);
        touched.add(at);
        const ids = removed.get(at);
        if (ids) ids.add(id);
        else removed.set(at, new Set([id]));
      }
      if (row) {
        const to = blockAt(entries, row);
        const rows = put.get(to);
        if (rows) rows.push(row);
        else put.set(to, [row]);
      }
    }
    const added: BlockEntry[] = [];
    const replaced: BlockEntry[] = [];
    const next: BlockEntry[] = [];
    for (let at = 0; at < Math.max(1, entries.length); at += 1) {
      const entry = entries[at];
      if (!touched.has(at)) {
        if (entry) next.push(entry);
        continue;
      }
      const there = entry ? await this.blockReader.rows(space, entry.block) : [];
      const rows = there
        .filter(({ id }) => !removed.get(at)!.has(id))
        .concat(put.get(at) ?? [])
        .sort(comparePlaces);
      if (entry) replaced.push(entry);
      const written = await this.write(space, rows);
      added.push(...written);
      next.push(...written);
    }
    return { entries: next, added, replaced: retire(replaced) };
  }

  private async write(space: string, rows: readonly TextRow<Facts>[]): Promise<BlockEntry[]> {
    const entries: BlockEntry[] = [];
    const size = rows.length > MAX_BLOCK_ROWS ? BLOCK_ROWS : MAX_BLOCK_ROWS;
    for (let at = 0; at < rows.length; at += size) {
      const some = rows.slice(at, at + size);
      const signature = signatureOf(some.map(({ text }) => text));
      await nextTurn();
      const block = { id: newId(), signature, body: await packRows(some) };
      await this.blocks.insertBare(space, [block]);
      const { key, id } = some[0]!;
      entries.push({ block: block.id, from: { key, id }, rows: some.length });
    }
    return entries;
  }

  private async commit(
    space: string,
    read: { version: number },
    state: DirectoryState,
    added: readonly BlockEntry[],
  ): Promise<boolean> {
    if (await this.directories.replace(space, read, state)) return true;
    await this.blocks.remove(
      space,
      added.map(({ block }) => block),
    );
    return false;
  }

  private async clearMarks(
    space: string,
    documents: readonly PackedDocument<Facts>[],
  ): Promise<void> {
    for (let at = 0; at < documents.length; at += READ_BATCH_SIZE) {
      await this.reader.notePacked(space, documents.slice(at, at + READ_BATCH_SIZE));
    }
  }

  private async withoutOldRetired(
    space: string,
    retired: DirectoryState['retired'],
    now: Date,
  ): Promise<DirectoryState['retired']> {
    const before = now.getTime() - RETIRED_BLOCK_TTL_MS;
    const old = retired.filter(({ at }) => at.getTime() < before);
    await this.blocks.remove(space, blocksOf(old));
    return retired.filter(({ at }) => at.getTime() >= before);
  }
}

/** The block of a position: the last one that starts at or before it, or the first one. */
export function blockAt(entries: readonly BlockEntry[], place: Place): number {
  let low = 0;
  let high = entries.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (comparePlaces(entries[middle]!.from, place) <= 0) low = middle;
    else high = middle;
  }
  return low;
}

function retire(entries: readonly BlockEntry[]): DirectoryState['retired'] {
  const at = new Date();
  return entries.map(({ block }) => ({ block, at }));
}

function blocksOf(retired: DirectoryState['retired']): string[] {
  return retired.map(({ block }) => block);
}

/** Creation time of a UUIDv7 in ms. */
function timeOf(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}
