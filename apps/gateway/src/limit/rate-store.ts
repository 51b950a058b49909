import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import {
  InjectConfig,
  SERVICE_ENV,
  SERVICE_NAME,
  namespaced,
  type Environment,
  type ServiceExtension,
} from '@engawa/service-kit';
import { MongoClient } from 'mongodb';
import { Counter, Gauge, register } from 'prom-client';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import type { GatewayConfig } from '../gateway.config';
import { WINDOW_SECONDS, noCounter, type Count, type RateCounter } from './rate-counter';

/** Longest pause before the database is asked again. */
const STORE_RETRY_MS = 5_000;
const COLLECTION = 'requestCounts';

/**
 * The counts that all replicas of the gateway share: one document for each caller and window, in
 * the gateway's own database, deleted when the window is over. Without `MONGODB_URI`, or while the
 * database does not answer, each replica counts alone (decision 0034).
 */
@Injectable()
export class RateStore implements OnModuleInit, ServiceExtension {
  private readonly logger = new Logger('RateStore');
  private readonly client: MongoClient | null;
  private readonly database: string;
  private readonly metrics = storeMetrics();
  private ready = false;
  private closed = false;

  constructor(
    @InjectConfig()
    private readonly config: Pick<GatewayConfig, 'MONGODB_URI' | 'RATE_STORE_TIMEOUT'>,
    @Inject(SERVICE_ENV) env: Environment,
    @Inject(SERVICE_NAME) service: string,
  ) {
    this.database = namespaced(env, service);
    const { MONGODB_URI } = config;
    this.client = MONGODB_URI
      ? new MongoClient(MONGODB_URI, {
          appName: 'engawa-gateway',
          minPoolSize: 1,
          maxPoolSize: 10,
          heartbeatFrequencyMS: 2_000,
          serverSelectionTimeoutMS: config.RATE_STORE_TIMEOUT,
          // Fast instead of durable: a count that a crash loses only makes the limit looser for a window.
          writeConcern: { w: 1, journal: false },
        })
      : null;
  }

  onModuleInit(): void {
    this.metrics.shared.set(0);
    if (this.client) void this.connect(this.client);
    else this.logger.warn('MONGODB_URI is not set: each replica counts requests alone');
  }

  async beforeClose(): Promise<void> {
    this.closed = true;
    await this.client?.close();
  }

  /** Counts for one purpose; `name` separates it from others. */
  counter(name: string): RateCounter {
    const { client } = this;
    if (!client) return noCounter;
    const shared = new RateLimiterMongo({
      storeClient: client,
      dbName: this.database,
      tableName: COLLECTION,
      keyPrefix: name,
      points: 1,
      duration: WINDOW_SECONDS,
      disableIndexesCreation: true,
    });
    return { add: (key, points) => this.add(client, shared, key, points) };
  }

  private async add(
    client: MongoClient,
    shared: RateLimiterMongo,
    key: string,
    points: number,
  ): Promise<Count | null> {
    if (!this.ready) return null;
    try {
      // `penalty` adds points and never rejects for their sum; the limiter compares it.
      const count = await withTimeout(
        shared.penalty(digestOf(key), points),
        this.config.RATE_STORE_TIMEOUT,
      );
      return { points: count.consumedPoints, resetIn: count.msBeforeNext };
    } catch (error) {
      this.metrics.failures.inc();
      // Others that were asking fail as well.
      if (!this.ready) return null;
      this.ready = false;
      this.metrics.shared.set(0);
      this.logger.warn(`This replica counts requests alone: ${(error as Error).message}`);
      void this.connect(client);
      return null;
    }
  }

  /**
   * Creates the indexes if needed; until the database has answered, this replica counts alone, and
   * no request waits for it.
   */
  private async connect(client: MongoClient): Promise<void> {
    for (let attempt = 1; !this.closed; attempt += 1) {
      try {
        await withTimeout(this.open(client), this.config.RATE_STORE_TIMEOUT);
        this.ready = true;
        this.metrics.shared.set(1);
        return;
      } catch (error) {
        if (this.closed) return;
        this.metrics.failures.inc();
        this.logger.warn(`No counts shared yet (try ${attempt}): ${(error as Error).message}`);
        await sleep(Math.min(STORE_RETRY_MS, 250 * attempt), undefined, { ref: false });
      }
    }
  }

  private async open(client: MongoClient): Promise<void> {
    // A client whose first connection failed stays closed until it is told to connect again.
    await client.connect();
    const collection = client.db(this.database).collection(COLLECTION);
    await collection.createIndexes([
      { key: { key: 1 }, unique: true },
      { key: { expire: 1 }, expireAfterSeconds: 0 },
    ]);
  }
}

/** Addresses and session ids are not stored. */
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

async function withTimeout<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error(`no answer within ${timeoutMs} ms`));
    // After a blocked event loop, an answer that has arrived is read first.
    timer = setTimeout(() => setImmediate(fail), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
    // After the timeout nobody handles a rejection of the work.
    work.catch(() => undefined);
  }
}

/** Created once per process. */
function storeMetrics(): { failures: Counter; shared: Gauge } {
  const failures = 'engawa_rate_limit_store_failures_total';
  const shared = 'engawa_rate_limit_shared';
  return {
    failures:
      (register.getSingleMetric(failures) as Counter | undefined) ??
      new Counter({ name: failures, help: 'Counts of requests that the database did not answer' }),
    shared:
      (register.getSingleMetric(shared) as Gauge | undefined) ??
      new Gauge({ name: shared, help: '1 while the replicas count requests together' }),
  };
}
