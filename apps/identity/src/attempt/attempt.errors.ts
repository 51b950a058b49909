import { ProblemError } from '@engawa/service-kit';

/** 429 with `Retry-After` in whole seconds. */
export class TooManyAttempts extends ProblemError {
  constructor(waitMillis: number) {
    const seconds = Math.max(1, Math.ceil(waitMillis / 1_000));
    super('identity.sign-in.too-many-attempts', {
      status: 429,
      params: { seconds },
      headers: { 'retry-after': String(seconds) },
    });
  }
}
