import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { IDEMPOTENCY_STORE, type IdempotencyStore } from './idempotency-store';

/** Where the service keeps answers by `Idempotency-Key`. */
@Module({})
export class IdempotencyModule {
  static forRoot(store: Type<IdempotencyStore>): DynamicModule {
    return {
      module: IdempotencyModule,
      // `@Idempotent()` stands on handlers of every module.
      global: true,
      providers: [store, { provide: IDEMPOTENCY_STORE, useExisting: store }],
      exports: [IDEMPOTENCY_STORE],
    };
  }
}
