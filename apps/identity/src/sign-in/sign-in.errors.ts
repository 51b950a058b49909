import { ProblemError } from '@engawa/service-kit';

/** Unknown e-mail or wrong password: the same answer (IDN-4). */
export class SignInRefused extends ProblemError {
  constructor() {
    super('identity.sign-in.refused', { status: 401 });
  }
}

/** Only after the right password (IDN-4). */
export class AccountDeactivated extends ProblemError {
  constructor() {
    super('identity.sign-in.deactivated', { status: 403 });
  }
}

/** The account has two-factor sign-in and no code was given (IDN-9). */
export class CodeRequired extends ProblemError {
  constructor() {
    super('identity.sign-in.code-required', { status: 401 });
  }
}

export class CodeWrong extends ProblemError {
  constructor() {
    super('identity.sign-in.code-wrong', { status: 401 });
  }
}

/**
 * The space's staff sign in with their organisation's accounts only; only after the right password.
 */
export class OrganisationRequired extends ProblemError {
  constructor() {
    super('identity.sign-in.organisation-required', { status: 403 });
  }
}
