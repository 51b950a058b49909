import { assistantScopes, type AssistantScope } from '@engawa/contracts';
import { OAuthError, UnknownProgram, type OAuthErrorCode } from './assistant.errors';
import { readClientId, type Program } from './program.rules';

/**
 * Client and redirect address of a request. They are validated first: errors are sent to that
 * address.
 */
export interface Requester {
  readonly program: Program;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
}

export interface AuthorizationRequest {
  readonly codeChallenge: string;
  readonly scopes: readonly AssistantScope[];
}

const challengeForm = /^[\w-]{43}$/;

/** Throws UnknownProgram unless the address is, character for character, a registered one. */
export function requesterOf(query: URLSearchParams, clientKey: Buffer): Requester {
  const clientId = query.get('client_id') ?? '';
  const program = readClientId(clientId, clientKey);
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!program?.redirectUris.includes(redirectUri)) throw new UnknownProgram();
  if (query.getAll('client_id').length > 1 || query.getAll('redirect_uri').length > 1) {
    throw new UnknownProgram();
  }
  return { program, clientId, redirectUri, state: query.get('state') };
}

/** The request of a known program. @throws OAuthError */
export function readAuthorizationRequest(
  query: URLSearchParams,
  resource: string,
): AuthorizationRequest {
  for (const name of new Set(query.keys())) {
    if (query.getAll(name).length > 1) throw new OAuthError('invalid_request', `${name} twice`);
  }
  if (query.get('response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code');
  }
  const codeChallenge = query.get('code_challenge') ?? '';
  if (query.get('code_challenge_method') !== 'S256' || !challengeForm.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'PKCE with S256 is required');
  }
  const wanted = query.get('resource') ?? resource;
  if (wanted !== resource) throw new OAuthError('invalid_target', `the resource is ${resource}`);
  return { codeChallenge, scopes: scopesOf(query.get('scope')) };
}

/** All scopes if the request names none. */
function scopesOf(text: string | null): readonly AssistantScope[] {
  const named = (text ?? '').split(' ').filter(Boolean);
  if (named.length === 0) return assistantScopes;
  const known = assistantScopes.filter((scope) => named.includes(scope));
  if (known.length < new Set(named).size) {
    throw new OAuthError('invalid_scope', `scopes are ${assistantScopes.join(' ')}`);
  }
  return known;
}

/** The redirect address with the response (RFC 6749, 4.1.2; issuer parameter of RFC 9207). */
export function answerAddress(
  { redirectUri, state }: Requester,
  issuer: string,
  answer: { code: string } | { error: OAuthErrorCode | 'access_denied' },
): string {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  if (state !== null) address.searchParams.set('state', state);
  address.searchParams.set('iss', issuer);
  return address.href;
}
