/** The latest reads by key, for some seconds; a failed read is not kept. */
export class RecentReads<Value> {
  private readonly kept = new Map<string, { value: Promise<Value>; readAt: number }>();

  /** `ttlMs`: changes of other replicas show after this time. `most`: reads kept. */
  constructor(private readonly limits: { ttlMs: number; most: number }) {}

  get(key: string): Promise<Value> | undefined {
    const known = this.kept.get(key);
    return known && Date.now() - known.readAt < this.limits.ttlMs ? known.value : undefined;
  }

  keep(key: string, value: Promise<Value>): void {
    this.kept.delete(key);
    this.kept.set(key, { value, readAt: Date.now() });
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.limits.most) this.kept.delete(oldest!);
    value.catch(() => {
      if (this.kept.get(key)?.value === value) this.kept.delete(key);
    });
  }

  forget(prefix: string): void {
    for (const key of this.kept.keys()) if (key.startsWith(prefix)) this.kept.delete(key);
  }
}
