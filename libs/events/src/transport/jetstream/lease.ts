import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JetStreamClient, JSONCodec, type KV, type NatsError, StorageType } from 'nats';
import { newId } from '../../envelope/id';
import type { Line } from './line';

interface Holder {
  /** The machine, or the container: process ids mean something only within it. */
  host: string;
  pid: number;
  instance: string;
}

const json = JSONCodec<Holder>();
/** A holder that does not renew for this long has lost its lease. */
const TTL_MS = 6_000;
const RENEW_MS = 1_500;
const POLL_MS = 300;
/** JetStream's error of a value that somebody else wrote before. */
const WRONG_LAST_SEQUENCE = 10_071;

const here = `${hostname()} ${processNamespace()}`;

/** Holders of this very process; the others with our process id are of an earlier life. */
const alive = new Set<string>();

/**
 * Who of a service's replicas applies its events: one at a time, so that the order of each
 * aggregate holds across replicas and restarts. A holder that ended without a word is succeeded
 * after 6 s, or at once where it ran on this very machine.
 */
export class Lease {
  private readonly holder: Holder = { host: here, pid: process.pid, instance: newId() };
  private revision = 0;
  private renewed = 0;
  private opened: Promise<KV> | null = null;

  constructor(
    private readonly bucket: string,
    private readonly key: string,
    private readonly replicas: number,
    private readonly connected: () => Promise<{ client: JetStreamClient }>,
    private readonly line: Line,
  ) {}

  /** Waits until the lease is ours; false when `signal` ends the wait. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    while (!signal.aborted) {
      try {
        // A server that was away may be back without the bucket, which lies in its memory.
        if (!this.line.isOpen) this.opened = null;
        // What is asked while the server is away is only answered by a timeout, long after it is back.
        await Promise.race([this.line.whenOpen(), aborted]);
        if (signal.aborted) return false;
        if (await this.line.unlessLost(this.tryAcquire())) {
          alive.add(this.holder.instance);
          return true;
        }
      } catch {
        // Another was quicker, or the server is away, or came back without the bucket.
        this.opened = null;
      }
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }

  /** Renews until the lease is lost or `signal` ends it. */
  async hold(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(RENEW_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      if (!this.line.isOpen) {
        if (this.isOver()) return;
        continue;
      }
      try {
        const store = await this.store();
        const renewal = store.update(this.key, json.encode(this.holder), this.revision);
        this.revision = await this.line.unlessLost(renewal);
        this.renewed = performance.now();
      } catch {
        this.opened = null;
        if (await this.isGone()) return;
      }
    }
  }

  /** Lets another replica go on at once. */
  async release(): Promise<void> {
    alive.delete(this.holder.instance);
    if (!this.line.isOpen) return;
    try {
      const store = await this.store();
      await this.line.unlessLost(store.delete(this.key, { previousSeq: this.revision }));
    } catch {
      // It runs out by itself.
    }
  }

  private async tryAcquire(): Promise<boolean> {
    const store = await this.store();
    const entry = await store.get(this.key);
    const mine = json.encode(this.holder);
    if (!entry || entry.operation !== 'PUT') {
      this.revision = await store.create(this.key, mine);
    } else if (hasEnded(json.decode(entry.value))) {
      this.revision = await store.update(this.key, mine, entry.revision);
    } else {
      return false;
    }
    this.renewed = performance.now();
    return true;
  }

  private isOver(): boolean {
    return performance.now() - this.renewed > TTL_MS;
  }

  /**
   * After a failed renewal: whether somebody else may hold the lease by now. Where it is nowhere,
   * as the server came back without what lay in its memory, it is taken anew: the term goes on.
   */
  private async isGone(): Promise<boolean> {
    if (this.isOver()) return true;
    try {
      const entry = await this.line.unlessLost((await this.store()).get(this.key));
      if (!entry || entry.operation !== 'PUT') {
        return !(await this.line.unlessLost(this.tryAcquire()));
      }
      if (json.decode(entry.value).instance !== this.holder.instance) return true;
      this.revision = entry.revision;
      return false;
    } catch (error) {
      // Another was quicker; where the server is away again, nobody can take it.
      return (error as NatsError).api_error?.err_code === WRONG_LAST_SEQUENCE;
    }
  }

  private store(): Promise<KV> {
    this.opened ??= this.open();
    return this.opened;
  }

  private async open(): Promise<KV> {
    const { client } = await this.connected();
    return client.views.kv(this.bucket, {
      ttl: TTL_MS,
      history: 1,
      storage: StorageType.Memory,
      replicas: this.replicas,
    });
  }
}

function hasEnded(holder: Holder): boolean {
  if (holder.host !== here) return false;
  if (holder.pid === process.pid) return !alive.has(holder.instance);
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Containers may share a host name and all be process 1; Linux tells them apart. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
