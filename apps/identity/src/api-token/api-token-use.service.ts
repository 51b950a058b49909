import { Injectable } from '@nestjs/common';
import { API_TOKEN_USE_DAYS, dayOf, type ApiTokenUse } from '@engawa/contracts';
import { SpacesRepository } from '../space/space.repository';
import { ApiTokenNotFound } from './api-token.errors';
import { ApiTokenRepository } from './api-token.repository';
import { daysUntil } from './api-token.rules';
import type { ApiTokenRecord } from './api-token.schema';

/** Minimum interval between two recorded uses. */
const USE_STAMP_INTERVAL_MS = 60_000;

/** Requests with one API token since the last report of a gateway. */
export interface CountedUse {
  readonly space: string;
  readonly tokenId: string;
  readonly requests: number;
}

/** When and how often API tokens are used. */
@Injectable()
export class ApiTokenUses {
  constructor(
    private readonly tokens: ApiTokenRepository,
    private readonly spaces: SpacesRepository,
  ) {}

  /** Requests by day, the oldest first. @throws ApiTokenNotFound */
  async useOf(space: string, tokenId: string): Promise<ApiTokenUse> {
    const [record, { timeZone }] = await Promise.all([
      this.tokens.findById(space, tokenId),
      this.spaces.getSpace(space),
    ]);
    if (!record || record.revokedAt) throw new ApiTokenNotFound();
    const days = daysUntil(dayOf(new Date(), timeZone), API_TOKEN_USE_DAYS);
    return { days: days.map((day) => ({ day, requests: record.uses?.[day] ?? 0 })) };
  }

  /** Adds what a gateway counted; one write for each token. */
  async countUses(uses: readonly CountedUse[]): Promise<void> {
    const now = new Date();
    await Promise.all(
      uses.map(async ({ space: spaceId, tokenId, requests }) => {
        const space = await this.spaces.findById(spaceId, spaceId);
        if (!space) return;
        await this.tokens.countUse(spaceId, tokenId, dayOf(now, space.timeZone), requests);
      }),
    );
  }

  /** Records the time of a use, and removes the counts of days that are no longer shown. */
  async stamp(record: ApiTokenRecord, now: Date, timeZone: string): Promise<void> {
    if (now.getTime() - (record.lastUsedAt?.getTime() ?? 0) < USE_STAMP_INTERVAL_MS) return;
    const kept = daysUntil(dayOf(now, timeZone), API_TOKEN_USE_DAYS);
    const old = Object.keys(record.uses ?? {}).filter((day) => day < kept[0]!);
    await this.tokens.stampUse(record, now, old);
  }
}
