import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { signAccessToken } from '@engawa/auth';
import { events, roleCan, type ApiToken, type CreateApiTokenInput } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { requestedId } from '@engawa/persistence';
import { InjectConfig } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { toClaims } from '../session/session.mapper';
import { SpacesRepository } from '../space/space.repository';
import { StaffRepository } from '../staff/staff.repository';
import { roleOf } from '../staff/staff.rules';
import { ApiTokenNotFound, ExpiryPast, ScopeForbidden } from './api-token.errors';
import { toApiToken } from './api-token.mapper';
import { ApiTokenRepository } from './api-token.repository';
import { SecretService } from '../secret/secret.service';
import { hashOfApiToken, readApiToken, writeApiToken } from './api-token.rules';
import type { ApiTokenRecord } from './api-token.schema';

const EXCHANGED_TOKEN_TTL_SECONDS = 120;
/** Minimum interval between two recorded uses. */
const USE_STAMP_INTERVAL_MS = 60_000;

/** Result of an exchange. */
export interface ExchangedToken {
  readonly accessToken: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/**
 * API tokens for programs (IDN-11). A token acts in the name of its creator, within its scopes and
 * the creator's permissions; it ends with the creator's account.
 */
@Injectable()
export class ApiTokenService {
  constructor(
    @InjectConfig() private readonly config: { ENGAWA_TOKEN_PRIVATE_KEY: string },
    private readonly tokens: ApiTokenRepository,
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly secrets: SecretService,
  ) {}

  async list(space: string): Promise<ApiToken[]> {
    return (await this.tokens.findOfSpace(space)).map(toApiToken);
  }

  /** The token's text is returned only here. @throws ScopeForbidden, ExpiryPast */
  async create(
    caller: Caller,
    input: CreateApiTokenInput,
  ): Promise<{ token: string; apiToken: ApiToken }> {
    const tokenId = requestedId();
    const secret = this.secrets.apiTokenSecret(caller.space, tokenId);
    const text = { space: caller.space, tokenId, secret };
    const written = await this.tokens.findWritten(caller.space, tokenId);
    if (written) return { token: writeApiToken(text), apiToken: toApiToken(written) };
    const [staff, space] = await Promise.all([
      this.staffs.getStaff(caller.space, caller.staffId),
      this.spaces.getSpace(caller.space),
    ]);
    const holder = { role: roleOf(staff, space.primaryAdminId), god: false };
    const beyond = input.scopes.findIndex((scope) => !roleCan(holder, scope));
    if (beyond !== -1) throw new ScopeForbidden(beyond);
    const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
    if (expiresAt && expiresAt <= new Date()) throw new ExpiryPast();
    const record = await this.tokens.insert(
      caller.space,
      {
        id: text.tokenId,
        name: input.name,
        scopes: [...new Set(input.scopes)],
        secretHash: hashOfApiToken(text),
        hint: text.secret.slice(-4),
        createdBy: caller.staffId,
        expiresAt,
        lastUsedAt: null,
        revokedAt: null,
      },
      [this.line(caller, text.tokenId, input.name, 'identity.apiToken.created', input.scopes)],
    );
    return { token: writeApiToken(text), apiToken: toApiToken(record) };
  }

  /** Revokes a token; effective everywhere within a second. @throws ApiTokenNotFound */
  async revoke(caller: Caller, tokenId: string): Promise<void> {
    const done = await this.tokens.change(caller.space, tokenId, (current, next) => {
      if (current.revokedAt) return null;
      return {
        set: { revokedAt: next.at },
        events: [
          newEvent(events.sessionRevoked, {
            space: caller.space,
            actor: caller.staffId,
            aggregate: { type: 'apiToken', id: tokenId },
            version: next.version,
            data: {
              staffId: current.createdBy,
              sessionIds: [tokenId],
              reason: 'api-token-revoked',
            },
          }),
          this.line(caller, tokenId, current.name, 'identity.apiToken.revoked', []),
        ],
      };
    });
    if (!done?.changed) throw new ApiTokenNotFound();
  }

  /** Publishes the revocation of a deactivated staff member's tokens. Safe to repeat. */
  async publishRevocations(space: string, staffId: string): Promise<void> {
    const made = (await this.tokens.findOfSpace(space)).filter(
      (token) => token.createdBy === staffId,
    );
    for (const token of made) {
      await this.tokens.change(space, token.id, (current, next) => ({
        events: [
          newEvent(events.sessionRevoked, {
            space,
            actor: null,
            aggregate: { type: 'apiToken', id: token.id },
            version: next.version,
            data: { staffId, sessionIds: [current.id], reason: 'deactivated' },
          }),
        ],
      }));
    }
  }

  /**
   * A short-lived access token whose `sid` is the API token's id; null for a token that is not
   * valid.
   */
  async exchange(text: string): Promise<ExchangedToken | null> {
    const given = readApiToken(text);
    if (!given) return null;
    const record = await this.tokens.findById(given.space, given.tokenId);
    if (!record || !matches(record, hashOfApiToken(given)) || isOver(record)) return null;
    const [staff, space] = await Promise.all([
      this.staffs.findById(record.space, record.createdBy),
      this.spaces.findById(record.space, record.space),
    ]);
    if (!staff || !space || staff.deactivated) return null;
    const now = new Date();
    if (now.getTime() - (record.lastUsedAt?.getTime() ?? 0) >= USE_STAMP_INTERVAL_MS) {
      await this.tokens.stampUse(record, now);
    }
    const iat = Math.floor(now.getTime() / 1_000);
    const end = record.expiresAt ? Math.floor(record.expiresAt.getTime() / 1_000) : Infinity;
    const exp = Math.min(iat + EXCHANGED_TOKEN_TTL_SECONDS, end);
    const claims = { ...toClaims({ staff, space }, record.id, true), god: false };
    return {
      accessToken: signAccessToken(
        { ...claims, scopes: record.scopes, iat, exp },
        this.config.ENGAWA_TOKEN_PRIVATE_KEY,
      ),
      expiresAt: exp,
    };
  }

  private line(
    caller: Caller,
    tokenId: string,
    name: string,
    action: string,
    scopes: readonly string[],
  ) {
    return auditEvent({
      space: caller.space,
      actor: caller.staffId,
      action,
      target: { type: 'apiToken', id: tokenId, name },
      changes: scopes.length > 0 ? [{ field: 'scopes', before: null, after: scopes }] : [],
      origin: caller,
    });
  }
}

function matches(record: ApiTokenRecord, hash: string): boolean {
  return timingSafeEqual(Buffer.from(record.secretHash), Buffer.from(hash));
}

function isOver(record: ApiTokenRecord): boolean {
  return record.revokedAt !== null || (record.expiresAt !== null && record.expiresAt <= new Date());
}
