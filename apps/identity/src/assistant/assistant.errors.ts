import { ProblemError } from '@engawa/service-kit';

export class AssistantNotFound extends ProblemError {
  constructor() {
    super('identity.assistant.not-found');
  }
}

/** The request names no program, or an address that the program did not register. */
export class UnknownProgram extends ProblemError {
  constructor() {
    super('identity.assistant.unknown-program');
  }
}

export class TooManyAssistants extends ProblemError {
  constructor() {
    super('identity.assistant.too-many');
  }
}

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_client'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A refusal in the form of OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly code: OAuthErrorCode,
    description: string,
  ) {
    super(description);
  }
}
