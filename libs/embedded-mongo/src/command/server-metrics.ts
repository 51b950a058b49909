/** What `serverStatus` shows. */
export class ServerMetrics {
  readonly counters = { insert: 0, query: 0, update: 0, delete: 0, getmore: 0, command: 0 };
  readonly documents = { inserted: 0, returned: 0, updated: 0, deleted: 0 };
  readonly network = { bytesIn: 0, bytesOut: 0, requests: 0 };
  readonly scanned = { keys: 0, documents: 0, collectionScans: 0 };
  readonly commands = new Map<string, { total: number; failed: number }>();
  ttlPasses = 0;
  ttlDeleted = 0;
  asserts = 0;
  totalConnections = 0;

  count(command: string, failed: boolean): void {
    let entry = this.commands.get(command);
    if (!entry) this.commands.set(command, (entry = { total: 0, failed: 0 }));
    entry.total++;
    if (failed) entry.failed++;
  }
}
