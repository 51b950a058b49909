import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { signAccessToken } from '@engawa/auth';
import { readApiToken } from '@engawa/contracts';
import { InjectConfig } from '@engawa/service-kit';
import { toClaims } from '../session/session.mapper';
import { SpacesRepository } from '../space/space.repository';
import { StaffRepository } from '../staff/staff.repository';
import { ApiTokenUses } from './api-token-use.service';
import { ApiTokenRepository } from './api-token.repository';
import { accessIdOf, hashOfApiToken, isOver } from './api-token.rules';
import type { ApiTokenRecord } from './api-token.schema';

const EXCHANGED_TOKEN_TTL_SECONDS = 120;

/** Result of an exchange. */
export interface ExchangedToken {
  readonly accessToken: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** Exchanges API tokens for access tokens. */
@Injectable()
export class ApiTokenExchange {
  constructor(
    @InjectConfig() private readonly config: { ENGAWA_TOKEN_PRIVATE_KEY: string },
    private readonly tokens: ApiTokenRepository,
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly uses: ApiTokenUses,
  ) {}

  /**
   * A short-lived access token in the integration's own name, with the role of the administrator
   * who answers for it; null for a token that is not valid.
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
    await this.uses.stamp(record, now, space.timeZone);
    const iat = Math.floor(now.getTime() / 1_000);
    const end = record.expiresAt ? Math.floor(record.expiresAt.getTime() / 1_000) : Infinity;
    const exp = Math.min(iat + EXCHANGED_TOKEN_TTL_SECONDS, end);
    const account = toClaims({ staff, space }, accessIdOf(record), true);
    const claims = { ...account, sub: record.id, god: false, initialPasswordChanged: true };
    return {
      accessToken: signAccessToken(
        { ...claims, scopes: record.scopes, iat, exp },
        this.config.ENGAWA_TOKEN_PRIVATE_KEY,
      ),
      expiresAt: exp,
    };
  }
}

function matches(record: ApiTokenRecord, hash: string): boolean {
  return timingSafeEqual(Buffer.from(record.secretHash), Buffer.from(hash));
}
