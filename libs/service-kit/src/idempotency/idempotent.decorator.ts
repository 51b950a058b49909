import { mark } from '../answer/handler-marks';

/**
 * On a POST handler: with the same `Idempotency-Key` it is carried out once, and the first answer
 * is given again for 24 hours (API-3). Needs `IdempotencyModule.forRoot(Store)`.
 */
export function Idempotent(): MethodDecorator {
  return mark({ idempotent: true });
}
