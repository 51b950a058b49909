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
import { z } from 'zod';
import type { SpaceDocument, StoreDefinition } from '../schema/define-store';
import { Database } from './database';
import { MongoEventJournal } from '../journal/mongo-event-journal';
import { DatabaseHealth, DatabaseLifecycle } from './database-lifecycle';
import type { SecretKeyCheck } from './installation-record';
import type { StoredSecrets } from './stored-secrets';

const databaseConfig = z.object({ MONGODB_URI: z.string().min(1) });
const changedKeyConfig = z.object({
  ...secretKeyConfig.shape,
  /** The key before this one: what it encrypted is encrypted again at the start. */
  ENGAWA_SECRET_KEY_FORMER: secretKeyConfig.shape.ENGAWA_SECRET_KEY.optional(),
  /** Accepts a new key in place of a lost one; what it encrypted stays unreadable. */
  ENGAWA_SECRET_KEY_REPLACED: z.enum(['true', 'false']).default('false'),
});

/** A declared collection of any document type. */
export type AnyStoreDefinition = Pick<
  StoreDefinition,
  'collection' | 'schema' | 'parse' | 'indexes' | 'formerIndexes' | 'unversioned'
>;

/** Injection token of a collection's `Store`. */
export function storeToken(definition: Pick<AnyStoreDefinition, 'collection'>): string {
  return `Store:${definition.collection}`;
}

function secretKeyCheck(env: Environment, secrets: StoredSecrets): SecretKeyCheck {
  const config = parseConfig(changedKeyConfig, env);
  return {
    key: config.ENGAWA_SECRET_KEY,
    former: config.ENGAWA_SECRET_KEY_FORMER,
    replaced: config.ENGAWA_SECRET_KEY_REPLACED === 'true',
    secrets,
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
   * stores encrypted texts names them (`secrets`) and does not start with another key.
   */
  static forRoot(options: {
    schemas: readonly AnyStoreDefinition[];
    secrets?: StoredSecrets;
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
              options.secrets ? secretKeyCheck(env, options.secrets) : null,
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
