import { ProblemError } from '@engawa/service-kit';

export class ApiTokenNotFound extends ProblemError {
  constructor() {
    super('identity.api-token.not-found');
  }
}

export class ScopeForbidden extends ProblemError {
  constructor(index: number) {
    super('identity.api-token.scope-forbidden', {
      status: 422,
      errors: [{ pointer: `/body/scopes/${index}`, code: 'identity.api-token.scope-forbidden' }],
    });
  }
}

export class ExpiryPast extends ProblemError {
  constructor() {
    super('identity.api-token.expiry-past', {
      status: 422,
      errors: [{ pointer: '/body/expiresAt', code: 'identity.api-token.expiry-past' }],
    });
  }
}
