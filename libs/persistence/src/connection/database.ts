import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Outbox } from '@engawa/events';
import { spanSink } from '@engawa/service-kit';
import { type Connection, createConnection, type Model } from 'mongoose';
import { Store } from '../repository/store';
import type { SpaceDocument, StoreDefinition, Stored } from '../schema/define-store';
import { traceCommands } from './command-spans';
import { failEndedSockets, watchSockets } from './ended-sockets';
import { ensureIndexes } from './indexes';
import {
  checkDataFormat,
  checkSecretKey,
  runOnce,
  type SecretKeyCheck,
} from './installation-record';
import { watchPool } from './pool-metrics';

const SELECTION_TIMEOUT_MS = 900;

/** The database of one service. */
export class Database {
  private readonly logger = new Logger('Database');
  private readonly stores = new Map<string, Store<never>>();
  private readonly connection: Connection;
  private closed = false;
  private unwatchSockets: (() => void) | null = null;

  constructor(
    private readonly uri: string,
    readonly name: string,
    /** For a service that stores encrypted secrets. */
    private readonly secretKey: SecretKeyCheck | null = null,
  ) {
    this.connection = createConnection();
  }

  /** The store of a collection; one instance per collection name. */
  store<Doc extends SpaceDocument>(
    definition: StoreDefinition<Doc>,
    outbox: Outbox | null,
  ): Store<Doc> {
    const existing = this.stores.get(definition.collection);
    if (existing) return existing as unknown as Store<Doc>;
    const model = this.connection.model(
      definition.collection,
      definition.schema,
      definition.collection,
    ) as unknown as Model<Stored<SpaceDocument>>;
    const store = new Store(definition, model, outbox);
    this.stores.set(definition.collection, store as unknown as Store<never>);
    return store;
  }

  /**
   * Connects, checks that this version and its secret key fit the stored data, and ensures the
   * indexes. Waits without a limit until the server is reachable. Throws `ConfigError`.
   */
  async open(): Promise<void> {
    await this.connect();
    if (this.closed) return;
    await checkDataFormat(this.connection);
    if (this.secretKey) await checkSecretKey(this.connection, this.secretKey);
    await Promise.all(
      [...this.stores.values()].map(async (each) => {
        const store = each as unknown as Store;
        store.followsEarlierVersion = await ensureIndexes(this.connection, store.definition);
      }),
    );
  }

  /** See `runOnce`. */
  runOnce(name: string, work: () => Promise<boolean>): Promise<void> {
    return runOnce(this.connection, name, work);
  }

  /** Throws when the database does not answer. */
  async ping(): Promise<void> {
    if (this.connection.readyState !== 1) throw new Error('not connected');
    await this.connection.db!.command({ ping: 1 });
  }

  /** Closes the connection; running commands fail. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(
      [...this.stores.values()].map((store) => (store as unknown as Store).flush()),
    );
    await this.connection.close();
    this.unwatchSockets?.();
    this.unwatchSockets = null;
  }

  /** Drops everything; for tests. */
  async drop(): Promise<void> {
    await this.connection.dropDatabase();
  }

  private async connect(): Promise<void> {
    this.unwatchSockets ??= watchSockets();
    // Events for each command cost something: they are made only for traces.
    const traced = spanSink() !== null;
    for (let attempt = 1; !this.closed; attempt += 1) {
      try {
        await this.connection.openUri(this.uri, {
          dbName: this.name,
          // Also bounds how long a request waits for an unreachable database before it is rejected.
          ...(/[?&]serverSelectionTimeoutMS=/i.test(this.uri)
            ? {}
            : { serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS }),
          // Heartbeats detect a server that stopped answering without closing its connections.
          heartbeatFrequencyMS: 2_000,
          connectTimeoutMS: 3_000,
          maxPoolSize: 50,
          autoIndex: false,
          autoCreate: false,
          bufferCommands: true,
          ignoreUndefined: true,
          retryWrites: true,
          ...(traced ? { monitorCommands: true } : {}),
        });
        const client = this.connection.getClient();
        failEndedSockets(client);
        watchPool(client, this.name);
        if (traced) traceCommands(client, this.name);
        return;
      } catch (error) {
        this.logger.warn(`No database yet (try ${attempt}): ${(error as Error).message}`);
        await sleep(Math.min(5_000, 250 * attempt));
      }
    }
  }
}
