/** Longest lifetime of an entry. */
const TTL_MS = 30_000;
/**
 * After a change event the directory may not have applied it yet: nothing is cached for this long.
 */
const CHANGE_GRACE_MS = 2_000;
const MAX_ENTRIES = 20_000;

interface CacheEntry<Entry> {
  entry: Entry;
  until: number;
}

/**
 * Caches entries by space and id, so that a busy timeline does not read the same names repeatedly.
 * Caches nothing unless changes are being followed.
 */
export class NameCache<Entry> {
  private readonly entries = new Map<string, CacheEntry<Entry>>();
  private readonly unsettled = new Map<string, number>();
  private listening = false;
  /** Entries read before this time are not cached. */
  private keepFrom = 0;

  private readonly now: () => number;
  private readonly keeps: (id: string, entry: Entry) => boolean;

  /** `keeps` says what may be cached; default: everything. */
  constructor({
    now = Date.now,
    keeps = () => true,
  }: { now?: () => number; keeps?: (id: string, entry: Entry) => boolean } = {}) {
    this.now = now;
    this.keeps = keeps;
  }

  /** Call when following of changes starts or stops: cached entries may be outdated. */
  listen(listening: boolean): void {
    this.listening = listening;
    this.clear();
  }

  /** Clears the cache, after a change of many or missed changes. */
  clear(): void {
    this.entries.clear();
    this.keepFrom = this.now() + CHANGE_GRACE_MS;
  }

  /** Invalidates an entry that changed or is about to. */
  forget(space: string, id: string): void {
    const key = `${space}/${id}`;
    this.entries.delete(key);
    if (this.unsettled.size >= MAX_ENTRIES) this.unsettled.clear();
    this.unsettled.set(key, this.now() + CHANGE_GRACE_MS);
  }

  /** Whether `read` would find these entries for the ids without loading any. */
  holds(
    space: string,
    ids: readonly string[],
    entryOf: (id: string) => Entry | undefined,
  ): boolean {
    const now = this.now();
    return ids.every((id) => {
      const kept = this.entries.get(`${space}/${id}`);
      return kept !== undefined && kept.until > now && kept.entry === entryOf(id);
    });
  }

  /** Entries of existing ids; `load` reads what is not cached, or cached but not fit. */
  async read(
    space: string,
    ids: readonly string[],
    load: (ids: readonly string[]) => Promise<ReadonlyMap<string, Entry>>,
    isFit: (entry: Entry) => boolean = () => true,
  ): Promise<Map<string, Entry>> {
    const found = new Map<string, Entry>();
    const missing: string[] = [];
    const now = this.now();
    for (const id of ids) {
      const kept = this.entries.get(`${space}/${id}`);
      if (kept && kept.until > now && isFit(kept.entry)) found.set(id, kept.entry);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    for (const [id, entry] of await load(missing)) {
      found.set(id, entry);
      if (this.keeps(id, entry)) this.keep(`${space}/${id}`, entry, now);
    }
    return found;
  }

  /** `readAt`: a change since then makes the entry unfit for the cache. */
  private keep(key: string, entry: Entry, readAt: number): void {
    if (!this.listening || readAt < this.keepFrom) return;
    const until = this.unsettled.get(key);
    if (until !== undefined) {
      if (until > readAt) return;
      this.unsettled.delete(key);
    }
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
    this.entries.set(key, { entry, until: readAt + TTL_MS });
  }
}
