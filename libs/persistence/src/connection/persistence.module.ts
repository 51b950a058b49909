import { type DynamicModule, Inject, Module } from '@nestjs/common';
import { Outbox } from '@engawa/events';
import {
  SERVICE_ENV,
  SERVICE_NAME,
  namespaced,
  parseConfig,
  provideExtension,
  provideHealthCheck,
} from '@engawa/service-kit';
import { z } from 'zod';
import { Store } from '../repository/store';
import type { SpaceDocument, StoreDefinition } from '../schema/define-schema';
import { Database } from './database';
import { DatabaseHealth, DatabaseLifecycle } from './database-lifecycle';

const databaseConfig = z.object({ MONGODB_URI: z.string().min(1) });

/** Token of a declared collection's `Store`. */
export function storeToken(definition: StoreDefinition<never> | StoreDefinition): string {
  return `Store:${definition.collection}`;
}

/** `constructor(@InjectStore(postSchema) store: Store<Post>) { super(store); }` */
export function InjectStore<Doc extends SpaceDocument>(
  definition: StoreDefinition<Doc>,
): ParameterDecorator {
  return Inject(storeToken(definition as unknown as StoreDefinition));
}

/**
 * The service's database: one connection, one store for each collection. Indexes exist before the
 * service listens. Needs `MONGODB_URI`; the database has the service's name.
 */
@Module({})
export class PersistenceModule {
  static forRoot(options: { schemas: readonly StoreDefinition<never>[] }): DynamicModule {
    const definitions = options.schemas as unknown as readonly StoreDefinition[];
    const stores = definitions.map((definition) => ({
      provide: storeToken(definition),
      useFactory: (database: Database, outbox?: Outbox) =>
        database.store(definition, outbox ?? null),
      inject: [Database, { token: Outbox, optional: true }],
    }));
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
        DatabaseLifecycle,
        provideExtension(DatabaseLifecycle),
        DatabaseHealth,
        provideHealthCheck(DatabaseHealth),
      ],
      exports: [Database, ...stores.map((store) => store.provide)],
    };
  }
}
