/** Caches ids that their owner recently did not know, so that it is not queried at every call. */
export class UnknownIds {
  private readonly until = new Map<string, number>();

  constructor(
    private readonly millis = 2_000,
    private readonly limit = 10_000,
  ) {}

  /** The ids to ask the owner about. */
  worthAsking(space: string, ids: readonly string[], now = Date.now()): string[] {
    return ids.filter((id) => (this.until.get(`${space}/${id}`) ?? 0) <= now);
  }

  /** Stores ids that their owner did not know at `now` (epoch ms). */
  remember(space: string, ids: readonly string[], now = Date.now()): void {
    if (this.until.size + ids.length > this.limit) this.until.clear();
    for (const id of ids) this.until.set(`${space}/${id}`, now + this.millis);
  }
}
