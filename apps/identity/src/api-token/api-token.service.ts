import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { signAccessToken } from '@engawa/auth';
import {
  API_TOKEN_USE_DAYS,
  apiToken,
  dayOf,
  events,
  readApiToken,
  roleCan,
  writeApiToken,
  type ApiToken,
  type ApiTokenUse,
  type AuditFacts,
  type CreateApiTokenInput,
  type StaffRef,
  type UpdateApiTokenInput,
} from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { mapWriteErrors, requestedId, type Change } from '@engawa/persistence';
import { InjectConfig, PreconditionFailed } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { PhotoService } from '../photo/photo.service';
import { toClaims } from '../session/session.mapper';
import { SpacesRepository } from '../space/space.repository';
import { StaffRepository } from '../staff/staff.repository';
import { roleOf } from '../staff/staff.rules';
import type { StaffRecord } from '../staff/staff.schema';
import { ApiTokenNotFound, ExpiryPast, ScopeForbidden } from './api-token.errors';
import { toApiToken, toIntegrationFacts, toIntegrationRef } from './api-token.mapper';
import { ApiTokenRepository } from './api-token.repository';
import { SecretService } from '../secret/secret.service';
import { accessIdOf, daysUntil, hashOfApiToken, isOver } from './api-token.rules';
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

/** Requests with one API token since the last report of a gateway. */
export interface CountedUse {
  readonly space: string;
  readonly tokenId: string;
  readonly requests: number;
}

/**
 * API tokens for programs (IDN-11). A token is an integration: it writes under its own name and
 * photo, within its scopes and the permissions of the administrator who answers for it. It ends
 * with that account, unless another administrator took it over before.
 */
@Injectable()
export class ApiTokenService {
  constructor(
    @InjectConfig() private readonly config: { ENGAWA_TOKEN_PRIVATE_KEY: string },
    private readonly tokens: ApiTokenRepository,
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly secrets: SecretService,
    private readonly photos: PhotoService,
  ) {}

  async list(space: string): Promise<ApiToken[]> {
    return (await this.tokens.findOfSpace(space)).map(toApiToken);
  }

  /** All integrations of the space, also ended ones, the newest first. */
  async listIntegrations(space: string): Promise<StaffRef[]> {
    return (await this.tokens.findEverOfSpace(space)).map(toIntegrationRef);
  }

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
      [
        newEvent(events.staffAdded, {
          space: caller.space,
          actor: caller.staffId,
          aggregate: { type: 'staff', id: tokenId },
          version: 1,
          data: toIntegrationFacts({
            id: tokenId,
            space: caller.space,
            name: input.name,
            revokedAt: null,
          }),
        }),
        this.line(caller, text.tokenId, input.name, 'identity.apiToken.created', input.scopes),
      ],
    );
    return { token: writeApiToken(text), apiToken: toApiToken(record) };
  }

  /**
   * Renames it, also as the author of what it wrote. @throws ApiTokenNotFound, PreconditionFailed
   */
  async update(
    caller: Caller,
    tokenId: string,
    { name }: UpdateApiTokenInput,
    ifVersion: number | null,
  ): Promise<ApiToken> {
    return this.changeFace(
      caller,
      { tokenId, ifVersion },
      'identity.apiToken.updated',
      (current) =>
        current.name === name
          ? null
          : { set: { name }, changes: [{ field: 'name', before: current.name, after: name }] },
    );
  }

  /** @throws ApiTokenNotFound, PhotoUnreadable */
  async setPhoto(caller: Caller, tokenId: string, content: Buffer): Promise<ApiToken> {
    const record = await this.tokens.findById(caller.space, tokenId);
    if (!record || record.revokedAt) throw new ApiTokenNotFound();
    const photo = await this.photos.store(caller.space, tokenId, content);
    return this.writePhoto(caller, tokenId, photo);
  }

  /** @throws ApiTokenNotFound */
  removePhoto(caller: Caller, tokenId: string): Promise<ApiToken> {
    return this.writePhoto(caller, tokenId, null);
  }

  /** Revokes a token; effective everywhere within a second. @throws ApiTokenNotFound */
  async revoke(caller: Caller, tokenId: string): Promise<void> {
    const done = await this.tokens.change(caller.space, tokenId, (current, next) => {
      if (current.revokedAt) return null;
      const set = { revokedAt: next.at };
      return {
        set,
        events: [
          accessEnded(current, next.version, caller.staffId, { reason: 'api-token-revoked' }),
          newEvent(events.staffDeactivated, {
            space: caller.space,
            actor: caller.staffId,
            aggregate: { type: 'staff', id: tokenId },
            version: next.version,
            data: toIntegrationFacts({ ...current, ...set }),
          }),
          this.line(caller, tokenId, current.name, 'identity.apiToken.revoked', []),
        ],
      };
    });
    if (!done?.changed) throw new ApiTokenNotFound();
  }

  /**
   * Makes the caller the administrator who answers for a token, so that it outlives the account of
   * the former one. Its access tokens with the former one's permissions end at once. Safe to repeat.
   * @throws ApiTokenNotFound, ScopeForbidden
   */
  async takeOver(caller: Caller, tokenId: string): Promise<ApiToken> {
    const [staff, space] = await Promise.all([
      this.staffs.getStaff(caller.space, caller.staffId),
      this.spaces.getSpace(caller.space),
    ]);
    const holder = { role: roleOf(staff, space.primaryAdminId), god: false };
    const done = await this.tokens.change(caller.space, tokenId, (current, next) => {
      if (current.revokedAt) throw new ApiTokenNotFound();
      if (current.createdBy === caller.staffId) return null;
      const beyond = current.scopes.findIndex((scope) => !roleCan(holder, scope));
      if (beyond !== -1) throw new ScopeForbidden(beyond);
      const audit = auditEvent({
        space: caller.space,
        actor: caller.staffId,
        action: 'identity.apiToken.takenOver',
        target: { type: 'apiToken', id: tokenId, name: current.name },
        changes: [{ field: 'createdBy', before: current.createdBy, after: caller.staffId }],
        origin: caller,
      });
      const ended = accessEnded(current, next.version, caller.staffId, {
        reason: 'api-token-taken-over',
        continues: true,
      });
      return {
        set: { createdBy: caller.staffId, generation: (current.generation ?? 0) + 1 },
        events: [ended, audit],
      };
    });
    if (!done) throw new ApiTokenNotFound();
    return toApiToken(done.document);
  }

  /**
   * Ends the access tokens of a staff member's API tokens: for good with the account, else to be
   * exchanged again with other rights. Safe to repeat.
   */
  async endAccess(
    { space, id: staffId }: StaffRecord,
    what: { reason: string; continues?: true },
  ): Promise<void> {
    const made = (await this.tokens.findOfSpace(space)).filter(
      (token) => token.createdBy === staffId,
    );
    for (const token of made) {
      await this.tokens.change(space, token.id, (current, next) => {
        if (current.createdBy !== staffId) return null;
        return {
          set: { generation: (current.generation ?? 0) + 1 },
          events: [accessEnded(current, next.version, null, what)],
        };
      });
    }
  }

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
    if (now.getTime() - (record.lastUsedAt?.getTime() ?? 0) >= USE_STAMP_INTERVAL_MS) {
      const kept = daysUntil(dayOf(now, space.timeZone), API_TOKEN_USE_DAYS);
      const old = Object.keys(record.uses ?? {}).filter((day) => day < kept[0]!);
      await this.tokens.stampUse(record, now, old);
    }
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

  private async writePhoto(
    caller: Caller,
    tokenId: string,
    photo: (ApiTokenRecord['photo'] & object) | null,
  ): Promise<ApiToken> {
    let before: ApiTokenRecord['photo'] = null;
    const action = photo ? 'identity.apiToken.photoSet' : 'identity.apiToken.photoRemoved';
    const written = await this.changeFace(caller, { tokenId }, action, (current) => {
      before = current.photo;
      return photo || before ? { set: { photo }, changes: [] } : null;
    });
    if (before) await this.photos.discard(caller.space, tokenId, before);
    return written;
  }

  /** A change of what readers see of the integration, with the event for the name directories. */
  private async changeFace(
    caller: Caller,
    { tokenId, ifVersion = null }: { tokenId: string; ifVersion?: number | null },
    action: string,
    decide: (current: ApiTokenRecord) => {
      set: Pick<Partial<ApiTokenRecord>, 'name' | 'photo'>;
      changes: AuditFacts['changes'];
    } | null,
  ): Promise<ApiToken> {
    const change = this.tokens.change(
      caller.space,
      tokenId,
      (current, next): Change<ApiTokenRecord> | null => {
        if (current.revokedAt) throw new ApiTokenNotFound();
        const decided = decide(current);
        if (!decided) return null;
        const { set, changes } = decided;
        return {
          set,
          events: [
            newEvent(events.staffUpdated, {
              space: caller.space,
              actor: caller.staffId,
              aggregate: { type: 'staff', id: tokenId },
              version: next.version,
              data: toIntegrationFacts({ ...current, ...set }),
            }),
            auditEvent({
              space: caller.space,
              actor: caller.staffId,
              action,
              target: { type: 'apiToken', id: tokenId, name: current.name },
              changes,
              origin: caller,
            }),
          ],
        };
      },
      { ifVersion },
    );
    const done = await mapWriteErrors(change, {
      stale: (current: ApiTokenRecord) =>
        new PreconditionFailed('identity.api-token.stale', apiToken, toApiToken(current)),
    });
    if (!done) throw new ApiTokenNotFound();
    return toApiToken(done.document);
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

/** The event that ends the access tokens that were made of a token so far. */
function accessEnded(
  current: ApiTokenRecord,
  version: number,
  actor: string | null,
  what: { reason: string; continues?: true },
) {
  return newEvent(events.sessionRevoked, {
    space: current.space,
    actor,
    aggregate: { type: 'apiToken', id: current.id },
    version,
    data: { staffId: current.createdBy, sessionIds: [accessIdOf(current)], ...what },
  });
}
