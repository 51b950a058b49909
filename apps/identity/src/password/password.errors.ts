import { ProblemError } from '@engawa/service-kit';

export class PasswordWrong extends ProblemError {
  constructor(field = 'password') {
    super('identity.password.wrong', {
      status: 422,
      errors: [{ pointer: `/body/${field}`, code: 'identity.password.wrong' }],
    });
  }
}

export class PasswordUnchanged extends ProblemError {
  constructor() {
    super('identity.password.unchanged', {
      status: 422,
      errors: [{ pointer: '/body/newPassword', code: 'identity.password.unchanged' }],
    });
  }
}

export class FirstPasswordSet extends ProblemError {
  constructor() {
    super('identity.password.already-set', { status: 409 });
  }
}

/** 503 with `Retry-After`: the queue of password checks is too long. */
export class TooManyHashes extends ProblemError {
  constructor(waitMillis: number) {
    super('identity.sign-in.busy', {
      status: 503,
      headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMillis / 1_000))) },
    });
  }
}
