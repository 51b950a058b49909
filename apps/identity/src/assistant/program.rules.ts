import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { line } from '@engawa/contracts';
import { OAuthError } from './assistant.errors';

/** A program that registered itself (RFC 7591). */
export interface Program {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** Schemes of native programs that are not in reverse domain form (RFC 8252, 7.1). */
const knownSchemes: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:']);
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether a browser may be sent there with a code: never to a script, nor in the clear. */
function isRedirectUri(text: string): boolean {
  if (text.includes('#') || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return loopback.has(hostname);
  return protocol.includes('.') || knownSchemes.has(protocol);
}

/** The host that receives the response, as shown to people. */
export function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : `${protocol}//${host}`;
}

const registration = z.object({
  client_name: line(100).optional(),
  redirect_uris: z.array(z.string().max(300)).min(1).max(5),
});

/** The metadata of a registration request; unknown fields are ignored. @throws OAuthError */
export function readRegistration(body: unknown): Program {
  const parsed = registration.safeParse(body);
  if (!parsed.success) {
    const wrong = parsed.error.issues[0]?.path[0] === 'redirect_uris';
    const code = wrong ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OAuthError(code, 'client_name: up to 100 characters; redirect_uris: 1 to 5');
  }
  const { client_name: name, redirect_uris: redirectUris } = parsed.data;
  if (!redirectUris.every(isRedirectUri)) {
    throw new OAuthError(
      'invalid_redirect_uri',
      'redirect_uris: https, http on the loopback interface, or the scheme of a program',
    );
  }
  return { name: name || hostOf(redirectUris[0]!), redirectUris };
}

/**
 * The client id holds the registration itself under a key of the installation (RFC 7591, A.5.2):
 * nothing is stored, so that registrations cost nothing however many there are.
 */
export function writeClientId({ name, redirectUris }: Program, key: Buffer): string {
  const body = Buffer.from(JSON.stringify([name, ...redirectUris])).toString('base64url');
  return `${body}.${tagOf(body, key)}`;
}

/** Null for an id that was not given here. */
export function readClientId(text: string, key: Buffer): Program | null {
  const match = /^([\w-]{1,4000})\.([\w-]{43})$/.exec(text);
  if (!match) return null;
  const [, body = '', tag = ''] = match;
  if (!timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(body, key)))) return null;
  const [name, ...redirectUris] = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as [
    string,
    ...string[],
  ];
  return { name, redirectUris };
}

function tagOf(body: string, key: Buffer): string {
  return createHmac('sha256', key).update(body).digest('base64url');
}
