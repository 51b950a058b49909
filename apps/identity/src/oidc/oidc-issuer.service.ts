import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GuardedFetch, InjectConfig, parseNetworks } from '@engawa/service-kit';
import * as oidc from 'openid-client';

/** Cache time of an issuer's configuration and keys. */
const CACHE_TTL_MS = 10 * 60_000;
const MAX_CACHED_ISSUERS = 200;
/** How far the clock of an issuer may be off, in seconds. */
const CLOCK_TOLERANCE_S = 60;

/** The OIDC client of a space, with its decrypted secret. */
export interface OidcClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Values that the answer of a sign-in is checked against. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The person according to the issuer. */
export interface OidcPerson {
  /** Null when the issuer sends none. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** Sent as `id_token_hint` when the browser signs out at the issuer. */
  readonly idToken: string;
}

/**
 * Talks to the issuers of spaces (IDN-9): authorization code flow with PKCE, state and nonce;
 * signatures are checked. Uses {@link GuardedFetch} for every address that an issuer names.
 */
@Injectable()
export class OidcIssuerService implements OnApplicationShutdown {
  private readonly guarded: GuardedFetch;
  private readonly kept = new Map<string, { until: number; found: Promise<oidc.Configuration> }>();

  constructor(@InjectConfig() config: { OIDC_ALLOWED_NETWORKS: string }) {
    this.guarded = new GuardedFetch(parseNetworks(config.OIDC_ALLOWED_NETWORKS));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.guarded.close();
  }

  /** Whether the address may be contacted. */
  allows(issuer: string): boolean {
    return this.guarded.target(issuer) !== null;
  }

  /** Reloads the issuer's configuration; throws its error. */
  async check(client: OidcClient): Promise<void> {
    this.kept.delete(keyOf(client));
    const { authorization_endpoint: authorization, token_endpoint: token } = (
      await this.find(client)
    ).serverMetadata();
    // The browser is sent to the first, the secret to the second.
    for (const address of [authorization, token]) {
      if (!address || !this.allows(address)) throw new Error('an endpoint is missing or refused');
    }
  }

  /** Authorization URL for the browser. */
  async address(client: OidcClient, redirectUri: string, checks: OidcChecks): Promise<string> {
    const url = oidc.buildAuthorizationUrl(await this.find(client), {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Exchanges the code in `callback` (with its query) for the person who signed in. */
  async person(client: OidcClient, callback: URL, checks: OidcChecks): Promise<OidcPerson> {
    const configuration = await this.find(client);
    const tokens = await oidc
      .authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: checks.verifier,
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        // The issuer may have changed its keys or endpoints: the next attempt reads them again.
        this.kept.delete(keyOf(client));
        throw error;
      });
    const claims = tokens.claims()!;
    const source =
      claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims;
    const { email, email_verified: verified } = source as Record<string, unknown>;
    return {
      email: typeof email === 'string' ? email : null,
      // Some issuers send it as a string.
      emailVerified: verified === true || verified === 'true',
      idToken: tokens.id_token!,
    };
  }

  /**
   * Where the browser ends the sign-in at the issuer (RP-Initiated Logout 1.0); null for an issuer
   * without such an address. `idToken` is null where it was too long to keep.
   */
  async endAddress(client: OidcClient, idToken: string | null): Promise<string | null> {
    const configuration = await this.find(client);
    const { end_session_endpoint: endpoint } = configuration.serverMetadata();
    if (!endpoint || !this.allows(endpoint)) return null;
    const hint: Record<string, string> = idToken ? { id_token_hint: idToken } : {};
    return oidc.buildEndSessionUrl(configuration, hint).href;
  }

  private find(client: OidcClient): Promise<oidc.Configuration> {
    const key = keyOf(client);
    const kept = this.kept.get(key);
    if (kept && kept.until > Date.now()) return kept.found;
    if (this.kept.size >= MAX_CACHED_ISSUERS) this.kept.clear();
    const found = this.discover(client);
    this.kept.set(key, { until: Date.now() + CACHE_TTL_MS, found });
    // A failure is not cached.
    found.catch(() => this.kept.delete(key));
    return found;
  }

  private async discover({ issuer, clientId, clientSecret }: OidcClient) {
    const address = new URL(issuer);
    const configuration = await oidc.discovery(address, clientId, clientSecret, undefined, {
      [oidc.customFetch]: (url, options) => this.guarded.fetch(url, options as object),
      // Plain http passes the guard only in networks that the operator allows.
      execute: address.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    });
    const metadata = configuration.serverMetadata();
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const made = new oidc.Configuration(
      metadata,
      clientId,
      { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
      methods.includes('client_secret_basic')
        ? oidc.ClientSecretBasic(clientSecret)
        : oidc.ClientSecretPost(clientSecret),
    );
    made[oidc.customFetch] = configuration[oidc.customFetch]!;
    if (address.protocol === 'http:') oidc.allowInsecureRequests(made);
    oidc.enableNonRepudiationChecks(made);
    return made;
  }
}

function keyOf({ issuer, clientId, clientSecret }: OidcClient): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, clientId, clientSecret]))
    .digest('base64url');
}
