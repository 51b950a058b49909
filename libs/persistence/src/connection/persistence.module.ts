import { type DynamicModule, Inject, Module } from '@nestjs/common';
import { EventJournal, Outbox } from '@engawa/events';
import {
  SERVICE_ENV,
  SERVICE_NAME,
  namespaced,
  parseConfig,
  provideExtension,
  provideHealthCheck,
} from '@engawa/service-kit';
import { z } from 'zod';
import type { SpaceDocument, StoreDefinition } from '../schema/define-schema';
import { Database } from './database';
import { MongoEventJournal } from '../journal/mongo-event-journal';
import { DatabaseHealth, DatabaseLifecycle } from './database-lifecycle';

const databaseConfig = z.object({ MONGODB_URI: z.string().min(1) });

/** A declared collection of any document type. */
export type AnyStoreDefinition = Pick<
  StoreDefinition,
  'collection' | 'schema' | 'indexes' | 'formerIndexes'
>;

/** Injection token of a collection's `Store`. */
export function storeToken(definition: Pick<AnyStoreDefinition, 'collection'>): string {
  return `Store:${definition.collection}`;
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
  static forRoot(options: { schemas: readonly AnyStoreDefinition[] }): DynamicModule {
    const stores = storeProviders(options.schemas);
    return {
      module: PersistenceModule,
      global: true,
      providers: [
        {
          provide: Database,
          useFactory: (env: Record<string, string | undefined>, service: string) =>
            new Database(parseConfig(databaseConfig, env).MONGODB_URI, namespaced(env, service)),
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
