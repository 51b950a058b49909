import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { HealthCheck, ServiceExtension } from '@engawa/service-kit';
import { Database } from './database';

/** Opens the database before the service listens and closes it after the last request. */
@Injectable()
export class DatabaseLifecycle implements ServiceExtension, OnModuleInit {
  constructor(private readonly database: Database) {}

  async onModuleInit(): Promise<void> {
    await this.database.open();
  }

  /** No-op: other parts still write; the connection is closed in `onApplicationShutdown`. */
  async beforeClose(): Promise<void> {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

/** Ready only while the database answers. */
@Injectable()
export class DatabaseHealth implements HealthCheck {
  readonly name = 'database';

  constructor(private readonly database: Database) {}

  /** Rejects while the database does not answer a ping. */
  async check(): Promise<void> {
    await this.database.ping();
  }
}
