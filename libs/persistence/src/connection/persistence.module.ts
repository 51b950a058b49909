import { type DynamicModule, Inject, Module } from '@nestjs/common';
import { EventJournal, Outbox } from '@engawa/events';
import {
  SERVICE_ENV,
  SERVICE_NAME,
  namespaced,
  parseConfig,
  provideExtension,
  provideHealthCheck,
  secretKeyConfig,
  type Environment,
} from '@engawa/service-kit';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import type { SpaceDocument, StoreDefinition } from '../schema/define-store';
import { Database } from './database';
import { MongoEventJournal } from '../journal/mongo-event-journal';
import { DatabaseHealth, DatabaseLifecycle } from './database-lifecycle';
import type { SecretKeyCheck } from './installation-record';

const databaseConfig = z.object({ MONGODB_URI: z.string().min(1) });
const replacedKeyConfig = z.object({
  ...secretKeyConfig.shape,
  /** Accepts a new key in place of a lost one; what it encrypted stays unreadable. */
  ENGAWA_SECRET_KEY_REPLACED: z.enum(['true', 'false']).default('false'),
});

/** Decrypts one stored secret of the service with the environment's key, if there is any. */
export type DecryptSample = (connection: Connection, env: Environment) => Promise<void>;

/** A declared collection of any document type. */
export type AnyStoreDefinition = Pick<
  StoreDefinition,
  'collection' | 'schema' | 'parse' | 'indexes' | 'formerIndexes' | 'unversioned'
>;

/** Injection token of a collection's `Store`. */
export function storeToken(definition: Pick<AnyStoreDefinition, 'collection'>): string {
  return `Store:${definition.collection}`;
}

function secretKeyCheck(env: Environment, decryptSample: DecryptSample): SecretKeyCheck {
  const config = parseConfig(replacedKeyConfig, env);
  return {
    key: config.ENGAWA_SECRET_KEY,
    replaced: config.ENGAWA_SECRET_KEY_REPLACED === 'true',
    decryptSample: (connection) => decryptSample(connection, env),
  };
}

function storeProviders(definitions: readonly AnyStoreDefinition[]) {
  return definitions.map((definition) => ({
    provide: storeToken(definition),
    useFactory: (database: Database, outbox?: Outbox) => database.store(definition, outbox ?? null),
    inject: [Database, { token: Outbox, optional: true }],
  }));
}

/**
 * Injects a collection's store: `constructor(@InjectStore(postSchema) store: Store<Post>) {
 * super(store); }`.
 */
export function InjectStore<Doc extends SpaceDocument>(
  definition: StoreDefinition<Doc>,
): ParameterDecorator {
  return Inject(storeToken(definition));
}

/**
 * The service's database: one connection, one store for each collection. Indexes exist before the
 * service listens. Needs `MONGODB_URI`; the database has the service's name.
 */
@Module({})
export class PersistenceModule {
  /**
   * Imported once by the root module; `schemas` are all collections of the service. A service that
   * stores encrypted secrets gives `decryptSample` and does not start with another key.
   */
  static forRoot(options: {
    schemas: readonly AnyStoreDefinition[];
    decryptSample?: DecryptSample;
  }): DynamicModule {
    const stores = storeProviders(options.schemas);
    return {
      module: PersistenceModule,
      global: true,
      providers: [
        {
          provide: Database,
          useFactory: (env: Environment, service: string) =>
            new Database(
              parseConfig(databaseConfig, env).MONGODB_URI,
              namespaced(env, service),
              options.decryptSample ? secretKeyCheck(env, options.decryptSample) : null,
            ),
          inject: [SERVICE_ENV, SERVICE_NAME],
        },
        ...stores,
        {
          provide: EventJournal,
          useFactory: (database: Database) => new MongoEventJournal(database),
          inject: [Database],
        },
        DatabaseLifecycle,
        provideExtension(DatabaseLifecycle),
        DatabaseHealth,
        provideHealthCheck(DatabaseHealth),
      ],
      exports: [Database, EventJournal, ...stores.map((store) => store.provide)],
    };
  }

  /** Adds collections of a library module to the same database. */
  static forFeature(options: { schemas: readonly AnyStoreDefinition[] }): DynamicModule {
    const providers = storeProviders(options.schemas);
    return {
      module: PersistenceFeatureModule,
      providers,
      exports: providers.map((store) => store.provide),
    };
  }
}

/** Provides the stores of `forFeature`. */
@Module({})
export class PersistenceFeatureModule {}
