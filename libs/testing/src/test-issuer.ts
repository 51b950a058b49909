import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Grant {
  challenge: string;
  nonce: string;
  redirectUri: string;
}

/** Faults of a misbehaving issuer. */
export interface IssuerFault {
  /** Claims that replace the correct ones; undefined omits one. */
  claims?: Record<string, unknown>;
  /** Signs with an unpublished key. */
  foreignKey?: boolean;
  /** Redirects with this error instead of a code. */
  error?: string;
}

/**
 * A minimal OpenID Connect issuer on this machine: discovery, keys, authorization with PKCE (S256
 * or none), token and user info. Every visitor is signed in as `person`.
 */
export class TestIssuer {
  readonly clientId = 'engawa-client';
  readonly clientSecret = 'kept between the two';
  /** The person signed in at the issuer. */
  person: Record<string, unknown> = {};
  /** Claims that only the user info returns. */
  userInfo: Record<string, unknown> | null = null;
  fault: IssuerFault = {};
  /** `method path` of each request. */
  readonly asked: string[] = [];
  private readonly grants = new Map<string, Grant>();
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly others = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** Listens on a free port of loopback. */
  static async start(): Promise<TestIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const issuer = new TestIssuer(server, url);
    server.on('request', (request, response) => void issuer.answer(request, response));
    return issuer;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url!, this.url);
    this.asked.push(`${request.method} ${address.pathname}`);
    switch (address.pathname) {
      case '/.well-known/openid-configuration':
        return json(response, 200, this.configuration());
      case '/keys': {
        const jwk = this.keys.publicKey.export({ format: 'jwk' });
        return json(response, 200, { keys: [{ ...jwk, kid: 'one', alg: 'ES256', use: 'sig' }] });
      }
      case '/authorize':
        return this.authorize(address.searchParams, response);
      case '/token':
        return this.token(request, response);
      case '/me':
        return json(response, 200, { sub: 'someone', ...this.userInfo });
      default:
        return json(response, 404, {});
    }
  }

  private configuration() {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      userinfo_endpoint: `${this.url}/me`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  private authorize(query: URLSearchParams, response: ServerResponse): void {
    const wrong =
      query.get('client_id') !== this.clientId ||
      query.get('response_type') !== 'code' ||
      query.get('code_challenge_method') !== 'S256' ||
      !query.get('scope')?.split(' ').includes('openid');
    const back = query.get('redirect_uri');
    if (wrong || !back) return json(response, 400, { error: 'invalid_request' });
    const answer = new URL(back);
    answer.searchParams.set('state', query.get('state') ?? '');
    if (this.fault.error) {
      answer.searchParams.set('error', this.fault.error);
    } else {
      const code = randomBytes(16).toString('hex');
      this.grants.set(code, {
        challenge: query.get('code_challenge') ?? '',
        nonce: query.get('nonce') ?? '',
        redirectUri: back,
      });
      answer.searchParams.set('code', code);
      // Real issuers send unknown parameters, which must be ignored.
      answer.searchParams.set('session_state', 'whatever');
    }
    response.writeHead(302, { location: answer.href }).end();
  }

  private async token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request));
    const grant = this.grants.get(form.get('code') ?? '');
    this.grants.delete(form.get('code') ?? '');
    const basic = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString();
    const [id, secret] = basic
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    if (id !== this.clientId || secret !== this.clientSecret) {
      return json(response, 401, { error: 'invalid_client' });
    }
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri')) {
      return json(response, 400, { error: 'invalid_grant' });
    }
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: this.url,
      aud: this.clientId,
      sub: 'someone',
      nonce: grant.nonce,
      iat: now,
      exp: now + 300,
      ...this.person,
      ...this.fault.claims,
    };
    const key = (this.fault.foreignKey ? this.others : this.keys).privateKey;
    json(response, 200, {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: signed(claims, key),
    });
  }
}

function signed(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'ES256', kid: 'one', typ: 'JWT' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
