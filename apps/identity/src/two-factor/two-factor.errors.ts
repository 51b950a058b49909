import { ProblemError } from '@engawa/service-kit';

type Reason = 'enabled' | 'not-enabled' | 'not-begun' | 'required';

/** The current state of two-factor sign-in does not allow this. */
export class TwoFactorRefused extends ProblemError {
  constructor(reason: Reason) {
    super(`identity.two-factor.${reason}`, { status: 409 });
  }
}

/** For a signed-in caller; at sign-in it is 401. */
export class OwnCodeWrong extends ProblemError {
  constructor() {
    super('identity.sign-in.code-wrong', {
      status: 422,
      errors: [{ pointer: '/body/oneTimeCode', code: 'identity.sign-in.code-wrong' }],
    });
  }
}
