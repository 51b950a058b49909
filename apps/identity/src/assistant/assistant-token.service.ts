import { Injectable } from '@nestjs/common';
import { signAccessToken } from '@engawa/auth';
import { InjectConfig } from '@engawa/service-kit';
import type { ExchangedToken } from '../api-token/api-token-exchange.service';
import { SecretService } from '../secret/secret.service';
import {
  firstToken,
  hashOf,
  readToken,
  successorOf,
  writeToken,
  type RefreshToken,
} from '../session/refresh-token.rules';
import { toClaims } from '../session/session.mapper';
import { SpacesRepository } from '../space/space.repository';
import { StaffRepository } from '../staff/staff.repository';
import { OAuthError } from './assistant.errors';
import { AssistantRepository } from './assistant.repository';
import type { AssistantRecord } from './assistant.schema';
import { AssistantService } from './assistant.service';
import {
  newAssistantToken,
  readAssistantToken,
  sameText,
  sha256,
  writeAssistantToken,
} from './assistant-token.rules';

/** In seconds. */
const ACCESS_LIFETIME = 900;
const REFRESH_LIFETIME = 30 * 24 * 60 * 60;
/** How long an exchanged access token lives, in seconds. */
const EXCHANGED_FOR = 120;
/** A use is written down at most this often, in ms. */
const STAMP_EVERY = 60_000;

export interface IssuedTokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

interface TokenRequest {
  readonly clientId: string;
  readonly resource: string | null;
}

/** Codes and tokens of assistants (OAuth 2.1): one use each, and a second use ends the consent. */
@Injectable()
export class AssistantTokenService {
  constructor(
    @InjectConfig() private readonly config: { ENGAWA_TOKEN_PRIVATE_KEY: string },
    private readonly assistants: AssistantRepository,
    private readonly consents: AssistantService,
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly secrets: SecretService,
  ) {}

  /** @throws OAuthError */
  async exchangeCode(
    asked: TokenRequest & { code: string; redirectUri: string; verifier: string },
  ): Promise<IssuedTokens> {
    const code = readToken(asked.code, this.secrets.assistantCodeKey);
    const record = await this.recordOf(code, asked);
    if (record.codeHash !== hashOf(code!)) throw invalidGrant();
    if (record.codeUsedAt !== null) {
      await this.consents.end(record, { actor: null, origin: null });
      throw invalidGrant();
    }
    const proved = sameText(sha256(asked.verifier), record.codeChallenge);
    if (record.redirectUri !== asked.redirectUri || !proved) throw invalidGrant();
    const refresh = firstToken(record.space, record.id);
    return this.issue(record, refresh, (current) => current.codeUsedAt === null);
  }

  /** @throws OAuthError */
  async refresh(asked: TokenRequest & { refreshToken: string }): Promise<IssuedTokens> {
    const token = readToken(asked.refreshToken, this.secrets.assistantRefreshKey);
    const record = await this.recordOf(token, asked);
    if (record.refreshHash !== hashOf(token!)) {
      // It was good once: somebody has a copy.
      await this.consents.end(record, { actor: null, origin: null });
      throw invalidGrant();
    }
    const next = successorOf(token!, this.secrets.assistantRefreshKey);
    return this.issue(record, next, ({ refreshHash }) => refreshHash === record.refreshHash);
  }

  /** Ends the consent that a token of either kind belongs to (RFC 7009); others change nothing. */
  async revoke(text: string): Promise<void> {
    const access = readAssistantToken(text);
    const refresh = readToken(text, this.secrets.assistantRefreshKey);
    const place = access ?? (refresh && { space: refresh.space, assistantId: refresh.sessionId });
    if (!place) return;
    const record = await this.assistants.findById(place.space, place.assistantId);
    if (!record) return;
    const isIts = access
      ? record.accessHash !== null && sameText(record.accessHash, sha256(access.secret))
      : record.refreshHash === hashOf(refresh!);
    if (isIts) await this.consents.end(record, { actor: record.staffId, origin: null });
  }

  /** A short-lived access token for the gateway; null for an invalid or ended token. */
  async exchange(text: string): Promise<ExchangedToken | null> {
    const given = readAssistantToken(text);
    const record = given && (await this.assistants.findById(given.space, given.assistantId));
    if (!given || !record?.accessHash || !record.accessExpiresAt || record.revokedAt) return null;
    const now = new Date();
    if (!sameText(record.accessHash, sha256(given.secret))) return null;
    const account = record.accessExpiresAt > now ? await this.accountOf(record) : null;
    if (!account) return null;
    if (now.getTime() - (record.lastUsedAt?.getTime() ?? 0) >= STAMP_EVERY) {
      await this.assistants.stampUse(record, now);
    }
    const iat = Math.floor(now.getTime() / 1_000);
    const end = Math.floor(record.accessExpiresAt.getTime() / 1_000);
    const exp = Math.min(iat + EXCHANGED_FOR, end);
    const claims = { ...toClaims(account, record.id, true), god: false };
    return {
      accessToken: signAccessToken(
        { ...claims, scopes: record.scopes, audience: 'mcp', iat, exp },
        this.config.ENGAWA_TOKEN_PRIVATE_KEY,
      ),
      expiresAt: exp,
    };
  }

  /** The consent of a code or refresh token, if it is still valid for this program. */
  private async recordOf(
    token: RefreshToken | null,
    { clientId, resource }: TokenRequest,
  ): Promise<AssistantRecord> {
    if (resource !== null && resource !== this.consents.resource) {
      throw new OAuthError('invalid_target', `the resource is ${this.consents.resource}`);
    }
    const record = token && (await this.assistants.findById(token.space, token.sessionId));
    if (!record || record.clientHash !== sha256(clientId)) throw invalidGrant();
    if (record.revokedAt || record.expiresAt <= new Date()) throw invalidGrant();
    if (!(await this.accountOf(record))) throw invalidGrant();
    return record;
  }

  /** Null where its staff member is deactivated. */
  private async accountOf({ space: spaceId, staffId }: AssistantRecord) {
    const [staff, space] = await Promise.all([
      this.staffs.findById(spaceId, staffId),
      this.spaces.findById(spaceId, spaceId),
    ]);
    return staff && space && !staff.deactivated ? { staff, space } : null;
  }

  /** Of two that use the same code or token at the same time, one gets tokens. */
  private async issue(
    { space, id, scopes }: AssistantRecord,
    refresh: RefreshToken,
    isUnused: (current: AssistantRecord) => boolean,
  ): Promise<IssuedTokens> {
    const access = newAssistantToken(space, id);
    const done = await this.assistants.change(space, id, (current, { at }) =>
      current.revokedAt || !isUnused(current)
        ? null
        : {
            set: {
              codeUsedAt: current.codeUsedAt ?? at,
              accessHash: sha256(access.secret),
              accessExpiresAt: new Date(at.getTime() + ACCESS_LIFETIME * 1_000),
              refreshHash: hashOf(refresh),
              expiresAt: new Date(at.getTime() + REFRESH_LIFETIME * 1_000),
            },
          },
    );
    if (!done?.changed) throw invalidGrant();
    return {
      access_token: writeAssistantToken(access),
      token_type: 'Bearer',
      expires_in: ACCESS_LIFETIME,
      refresh_token: writeToken(refresh, this.secrets.assistantRefreshKey),
      scope: scopes.join(' '),
    };
  }
}

function invalidGrant(): OAuthError {
  return new OAuthError('invalid_grant', 'the code or token is not good (any more)');
}
