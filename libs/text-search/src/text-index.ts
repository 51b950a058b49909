import { newId, type Store } from '@engawa/persistence';
import { BackgroundJob } from '@engawa/service-kit';
import { comparePlaces, type BlockBody, type Place, type TextRow } from './block/block-body';
import { neededHashes } from './block/signature.rules';
import { BlockGone, BlockReader, entriesOf } from './block-reader';
import { BlockRepository, DirectoryRepository } from './directory.repository';
import { blockAt, Packer } from './packer';
import type { Piece } from './query/query.rules';
import { Slices } from './slices';
import type {
  BlockDocument,
  BlockEntry,
  DirectoryDocument,
  IndexedDocument,
} from './text-index.schema';
import { SourceReader, type TextSource } from './text-source';
import { UnindexedRowReader, type UnindexedRows } from './unindexed-rows';

/** Interval of the search for changes. */
const PACK_INTERVAL_MS = 2_000;
/** Matches after the page that are always counted, so that small totals are exact. */
const MIN_COUNTED = 100;
/** Attempts of a query whose blocks are replaced meanwhile; the first is with the directory that is known. */
const MAX_ATTEMPTS = 4;

/** A row without its text. */
export type RowHead<Facts> = Omit<TextRow<Facts>, 'text'>;

/** A query of the index. */
export interface TextQuery<Facts> {
  pieces: readonly Piece[];
  /** Filter on rows besides their text. */
  accepts?: (row: RowHead<Facts>) => boolean;
  /** 1: ascending keys; -1: descending. */
  direction: 1 | -1;
  /** Start after this position. */
  after?: Place;
  /** End before this position. */
  until?: Place;
  skip?: number;
  limit: number;
  /** Count matches up to here, including `limit` and `skip`. */
  countLimit: number;
  /** Time in ms after which only a few pages are counted; default: count all. */
  countFor?: number;
}

export interface TextAnswer<Facts> {
  rows: RowHead<Facts>[];
  /** Number of matches, as far as counted. */
  total: number;
  /** Whether all matches were counted. */
  exact: boolean;
}

/**
 * Index fields for a write: the document must be packed again. `moved` is its previous position, if
 * its key changes.
 */
export function changedText(moved?: {
  from: { key: string; indexKey?: string } | null;
  to: string;
}): Pick<IndexedDocument, 'unindexed' | 'indexKey'> {
  const unindexed = newId();
  if (!moved?.from || moved.from.indexKey || moved.from.key === moved.to) return { unindexed };
  return { unindexed, indexKey: moved.from.key };
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
    const unindexed = await this.unindexed.read(space);
    const known = again ? undefined : this.blocks.knownDirectory(space);
    const directory = known ?? (await this.blocks.readDirectory(space));
    const walk = new Walk(query, unindexed);
    const [isCurrent, loaded] = await Promise.all([
      known === undefined || this.blocks.isCurrent(space, known),
      walk.page.then((rows) => load?.(rows)),
      this.walk(space, walk, query, entriesOf(directory)),
    ]);
    return isCurrent ? { ...walk.answer(), loaded: loaded as Loaded } : null;
  }

  /** Walks the blocks until nothing is left to find and count. */
  private async walk(
    space: string,
    walk: Walk<Facts>,
    { pieces, direction, after }: TextQuery<Facts>,
    entries: readonly BlockEntry[],
  ): Promise<void> {
    const slices = new Slices();
    const ordered = direction === 1 ? entries : entries.toReversed();
    const begin = after && entries.length > 0 ? blockAt(entries, after) : null;
    const skipped = begin === null ? 0 : direction === 1 ? begin : entries.length - 1 - begin;
    const rest = ordered.slice(skipped);
    const hashes = pieces.map((piece) => piece.map(neededHashes));
    for await (const bodies of this.blocks.candidates(space, rest, hashes)) {
      for (const body of bodies) {
        if (!walk.addAll(body) || walk.timeIsUp()) return walk.end();
        if (slices.isOver()) await slices.rest();
      }
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

/** One query over the rows in order. */
class Walk<Facts> {
  private readonly rows: TextAnswer<Facts>['rows'] = [];
  private readonly changed: TextRow<Facts>[];
  private readonly began = performance.now();
  private pieces: readonly Piece[];
  private nextChanged = 0;
  private total = 0;
  private exact = false;
  /** Resolves with the rows of the page when it is full, which is before all matches are counted. */
  readonly page: Promise<TextAnswer<Facts>['rows']>;
  private tellPage: (rows: TextAnswer<Facts>['rows']) => void = () => undefined;

  constructor(
    private readonly query: TextQuery<Facts>,
    private readonly unindexed: UnindexedRows<Facts>,
  ) {
    this.page = new Promise((resolve) => (this.tellPage = resolve));
    this.pieces = query.pieces;
    this.changed = [...unindexed.values()]
      .filter((row) => row !== null)
      .filter((row) => this.pieces.every((piece) => hasOne(row.text, piece)))
      .sort((one, other) => this.compare(one, other));
  }

  /** Adds the matches of a block. Returns false when no more are needed. */
  addAll(body: BlockBody<Facts>): boolean {
    return this.matches(body).every((at) => this.add(body.headAt(at)));
  }

  /** Indexes of a block's rows with all pieces, in the direction of the query. */
  private matches(body: BlockBody<Facts>): number[] {
    const [first, ...others] = this.pieces;
    let rows = body.rowsWith(first!);
    for (const piece of others) {
      const left = rows.filter((row) => hasOne(body.textAt(row), piece));
      // The rarest piece first, so that the others are searched in few texts.
      if (left.length * 2 < rows.length) {
        this.pieces = [piece, ...this.pieces.filter((one) => one !== piece)];
      }
      rows = left;
    }
    return this.query.direction === 1 ? rows : rows.reverse();
  }

  /** Adds a packed row that matches. Returns false when no more are needed. */
  private add(head: RowHead<Facts>): boolean {
    // Its current state is among the changed documents.
    if (this.unindexed.has(head.id)) return true;
    for (;;) {
      const changed = this.changed[this.nextChanged];
      if (!changed || this.compare(changed, head) > 0) break;
      this.nextChanged += 1;
      if (!this.count(changed)) return false;
    }
    return this.count(head);
  }

  /** No block is left. */
  finish(): void {
    if (this.changed.slice(this.nextChanged).every((changed) => this.count(changed))) {
      this.exact = true;
    }
    this.end();
  }

  /** No more are needed. */
  end(): void {
    this.tellPage(this.rows);
  }

  /** Whether the page is full, the minimum is counted and the counting time is over. */
  timeIsUp(): boolean {
    const { countFor, skip = 0, limit } = this.query;
    return (
      countFor !== undefined &&
      this.total >= skip + limit + MIN_COUNTED &&
      performance.now() - this.began > countFor
    );
  }

  answer(): TextAnswer<Facts> {
    return { rows: this.rows, total: this.total, exact: this.exact };
  }

  private count(row: RowHead<Facts>): boolean {
    const { accepts, after, until, skip = 0, limit, countLimit } = this.query;
    if (after && this.compare(row, after) <= 0) return true;
    if (until && this.compare(row, until) >= 0) {
      this.exact = true;
      return false;
    }
    if (accepts && !accepts(row)) return true;
    this.total += 1;
    if (this.total > skip && this.rows.length < limit) {
      this.rows.push(row);
      if (this.rows.length === limit) this.tellPage(this.rows);
    }
    return this.total < countLimit;
  }

  private compare(one: Place, other: Place): number {
    return comparePlaces(one, other) * this.query.direction;
  }
}

function hasOne(text: string, spellings: Piece): boolean {
  return spellings.some((spelling) => text.includes(spelling));
}
