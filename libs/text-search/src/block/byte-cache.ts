/** A full cache admits one of this many new values. */
const TAKEN_IN = 8;

/**
 * An LRU cache limited by bytes. When full it admits only some new values: a scan over more than it
 * holds would otherwise evict everything just before it is needed again.
 */
export class ByteCache<Value> {
  private readonly entries = new Map<string, { value: Value; bytes: number }>();
  private used = 0;
  private refused = 0;

  constructor(private readonly limit: number) {}

  /** The value, which becomes the most recently used one. */
  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    // Their order costs more than finding them, and only a cache that is nearly full needs it.
    if (this.used > this.limit / 2) {
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
    return entry.value;
  }

  /**
   * Caches a value of the given size and evicts the least recently used ones. While the cache is
   * full, only some new values are admitted, so that a scan does not evict everything.
   */
  set(key: string, value: Value, bytes: number): void {
    const isNew = !this.delete(key);
    if (isNew && this.used + bytes > this.limit) {
      this.refused = (this.refused + 1) % TAKEN_IN;
      if (this.refused !== 0) return;
    }
    this.entries.set(key, { value, bytes });
    this.used += bytes;
    for (const [oldest] of this.entries) {
      if (this.used <= this.limit || this.entries.size === 1) break;
      this.delete(oldest);
    }
  }

  private delete(key: string): boolean {
    const entry = this.entries.get(key);
    if (!entry) return false;
    this.used -= entry.bytes;
    return this.entries.delete(key);
  }
}
