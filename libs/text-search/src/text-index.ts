import { newId, type Store } from '@engawa/persistence';
import { BackgroundJob } from '@engawa/service-kit';
import { Matcher } from './block/matcher';
import { neededHashes } from './block/signature.rules';
import { BlockGone, BlockReader, entriesOf } from './block-reader';
import { BlockRepository, DirectoryRepository } from './directory.repository';
import { blockAt, Packer } from './packer';
import type { RowHead, TextAnswer, TextQuery } from './query/text-query';
import { Slices } from './slices';
import type {
  BlockDocument,
  BlockEntry,
  DirectoryDocument,
  IndexedDocument,
} from './text-index.schema';
import { SourceReader, type TextSource } from './text-source';
import { UnindexedRowReader } from './unindexed-rows';
import { Walk, type FoundRows } from './walk';

/** Interval of the search for changes. */
const PACK_INTERVAL_MS = 2_000;
/** Attempts of a query whose blocks are replaced meanwhile; the first is with the directory that is known. */
const MAX_ATTEMPTS = 4;

/**
 * Index fields for a write: the document must be packed again. `moved` tells its previous keys, if it
 * had any, and its new one.
 */
export function changedText(moved?: {
  from: { key: string; indexKeys?: string[] } | null;
  to: string;
}): Pick<IndexedDocument, 'unindexed' | 'indexKeys'> {
  const unindexed = newId();
  if (!moved?.from) return { unindexed };
  const { key, indexKeys = [] } = moved.from;
  const former = [...new Set([...indexKeys, key])].filter((each) => each !== moved.to);
  // Written also if they are stored: a packing may have removed them since they were read.
  return former.length === 0 ? { unindexed } : { unindexed, indexKeys: former };
}

/**
 * Finds documents of a space by any part of their texts, ordered by a key. Changed documents are
 * read directly; the others are in blocks of about 256 rows, packed by a background job. Signatures
 * tell which blocks a query can skip; the others are scanned. Everything is in the database and
 * shared by replicas (decision 0019).
 */
export abstract class TextIndex<Doc extends IndexedDocument, Facts> extends BackgroundJob {
  private readonly source: SourceReader<Doc, Facts>;
  private readonly unindexed: UnindexedRowReader<Doc, Facts>;
  private readonly blocks: BlockReader<Facts>;
  private readonly packer: Packer<Doc, Facts>;
  private readonly directories: DirectoryRepository;
  private checkedSpaces = false;

  constructor(
    private readonly stores: {
      documents: Store<Doc>;
      blocks: Store<BlockDocument>;
      directories: Store<DirectoryDocument>;
    },
    source: TextSource<Doc, Facts>,
  ) {
    super({ name: 'TextIndex', intervalMs: PACK_INTERVAL_MS });
    this.source = new SourceReader(stores.documents, source);
    this.directories = new DirectoryRepository(stores.directories);
    const blocks = new BlockRepository(stores.blocks);
    this.unindexed = new UnindexedRowReader(this.source);
    this.blocks = new BlockReader(this.directories, blocks);
    this.packer = new Packer(this.source, source, this.directories, blocks, this.blocks);
  }

  /**
   * Documents of a space that match a query, and what `load` reads for them. Repeats both if packing
   * replaced the blocks.
   */
  async find<Loaded = undefined>(
    space: string,
    query: TextQuery<Facts>,
    load?: (rows: readonly RowHead<Facts>[]) => Promise<Loaded>,
  ): Promise<TextAnswer<Facts> & { loaded: Loaded }> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const found = await this.findOnce(space, query, load, attempt > 1);
        if (found) return found;
      } catch (error) {
        if (!(error instanceof BlockGone) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Starts to rebuild the space's index; the current one answers until then. */
  async rebuild(space: string): Promise<void> {
    await this.packer.begin(space);
    this.wake();
  }

  /** Continues a build, like the background job. Returns true for more. */
  build(space: string): Promise<boolean> {
    return this.packer.build(space, new Date());
  }

  /** Packs all changes of a space now; for tests and benchmarks. */
  async packAll(space: string): Promise<void> {
    while (await this.packer.build(space, new Date()));
    await this.packer.packChanges(space, new Date(), true);
    while (await this.packer.build(space, new Date()));
    while (await this.packer.packChanges(space, new Date(), true));
  }

  /** Null if the directory that was known is no longer the space's. */
  private async findOnce<Loaded>(
    space: string,
    query: TextQuery<Facts>,
    load: ((rows: readonly RowHead<Facts>[]) => Promise<Loaded>) | undefined,
    again: boolean,
  ) {
    // Read before the directory: what is packed in between is then in both, never in neither. A
    // directory that is known was read earlier, and so must still be the space's afterwards.
    const changes = this.unindexed.read(space);
    const known = again ? undefined : this.blocks.knownDirectory(space);
    if (!known) await changes;
    const entries = entriesOf(known ?? (await this.blocks.readDirectory(space)));
    const slices = new Slices();
    const found = this.search(space, query, entries, slices);
    // A command is sent once the event loop is left; the database answers while blocks are searched.
    const [unindexed, first] = await Promise.all([changes, slices.rest().then(() => found.next())]);
    const walk = new Walk(query, unindexed, entries, load);
    const [isCurrent, loaded] = await Promise.all([
      known === undefined || this.blocks.isCurrent(space, known),
      walk.loaded,
      this.walk(walk, first, found, slices),
    ]);
    return isCurrent ? { ...walk.answer(), loaded: loaded as Loaded } : null;
  }

  /**
   * Blocks with rows that have all pieces, in the order of the query. When a slice is over also one
   * without such rows, so that the caller can rest.
   */
  private async *search(
    space: string,
    { pieces, direction, after }: TextQuery<Facts>,
    entries: readonly BlockEntry[],
    slices: Slices,
  ): AsyncGenerator<FoundRows<Facts>, undefined> {
    const ordered = direction === 1 ? entries : entries.toReversed();
    const begin = after && entries.length > 0 ? blockAt(entries, after) : null;
    const skipped = begin === null ? 0 : direction === 1 ? begin : entries.length - 1 - begin;
    const hashes = pieces.map((piece) => piece.map(neededHashes));
    const matcher = new Matcher(pieces);
    for await (const bodies of this.blocks.candidates(space, ordered.slice(skipped), hashes)) {
      for (const [block, body] of bodies) {
        const rows = matcher.rowsOf(body);
        if (rows.length > 0 || slices.isOver()) yield { block, body, rows };
      }
    }
  }

  /** Adds what is found until nothing is left to find and count. */
  private async walk(
    walk: Walk<Facts, unknown>,
    first: IteratorResult<FoundRows<Facts>, undefined>,
    found: AsyncGenerator<FoundRows<Facts>, undefined>,
    slices: Slices,
  ): Promise<void> {
    for (let step = first; !step.done; step = await found.next()) {
      const { isLoading } = walk;
      if (!walk.add(step.value) || walk.timeIsUp()) return walk.end();
      const asked = step === first || walk.isLoading !== isLoading;
      if (asked || slices.isOver()) await slices.rest();
    }
    walk.finish();
  }

  protected async round(signal: AbortSignal): Promise<boolean> {
    if (!this.checkedSpaces) {
      // After an upgrade: spaces without an index of this format, and all of them where an earlier
      // version wrote documents without a mark.
      const { followsEarlierVersion } = this.stores.documents;
      for (let space = await this.source.findSpace(''); space !== null;) {
        if (signal.aborted) return false;
        if (followsEarlierVersion) await this.packer.begin(space);
        else await this.packer.beginUnlessBuilt(space);
        space = await this.source.findSpace(space);
      }
      this.checkedSpaces = true;
    }
    let more = false;
    for (const space of await this.directories.findUnfinished()) {
      if (signal.aborted) return false;
      if (await this.packer.build(space, new Date())) more = true;
    }
    for (let space = await this.source.findUnindexedSpace(''); space !== null;) {
      if (signal.aborted) return false;
      if (await this.packer.packChanges(space, new Date())) more = true;
      space = await this.source.findUnindexedSpace(space);
    }
    return more;
  }
}
