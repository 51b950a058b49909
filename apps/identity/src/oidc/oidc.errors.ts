import { ProblemError } from '@engawa/service-kit';

/** Unknown space, or one without sign-in by an organisation: the same answer. */
export class OidcNotFound extends ProblemError {
  constructor() {
    super('identity.oidc.not-found');
  }
}

/** The entered settings cannot be used. */
export class OidcSettingsRefused extends ProblemError {
  constructor(
    code:
      | 'identity.oidc.issuer-refused'
      | 'identity.oidc.issuer-unusable'
      | 'identity.oidc.secret-required',
  ) {
    const field = code === 'identity.oidc.secret-required' ? 'clientSecret' : 'issuer';
    super(code, { errors: [{ pointer: `/body/${field}`, code }] });
  }
}

/** Why a sign-in with an organisation's account failed. */
export class OidcSignInRefused extends ProblemError {
  constructor(
    reason: 'interrupted' | 'failed' | 'email-unverified' | 'unknown-staff' | 'operator',
  ) {
    super(`identity.oidc.${reason}`);
  }
}
