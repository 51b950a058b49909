import { Injectable } from '@nestjs/common';
import {
  roleCan,
  writeApiToken,
  type ApiToken,
  type CreateApiTokenInput,
  type StaffRef,
} from '@engawa/contracts';
import { requestedId } from '@engawa/persistence';
import type { Caller } from '../caller/caller.rules';
import { SecretService } from '../secret/secret.service';
import { SpacesRepository } from '../space/space.repository';
import { StaffRepository } from '../staff/staff.repository';
import { roleOf } from '../staff/staff.rules';
import { accessEnded, apiTokenAudit, integrationEvent } from './api-token-event.mapper';
import type { StaffRecord } from '../staff/staff.schema';
import { ApiTokenNotFound, ExpiryPast, ScopeForbidden } from './api-token.errors';
import { toApiToken, toIntegrationRef } from './api-token.mapper';
import { ApiTokenRepository } from './api-token.repository';
import { hashOfApiToken } from './api-token.rules';

/**
 * API tokens for programs (IDN-11). A token is an integration: it writes under its own name and
 * photo, within its scopes and the permissions of the administrator who answers for it. It ends
 * with that account, unless another administrator took it over before.
 */
@Injectable()
export class ApiTokenService {
  constructor(
    private readonly tokens: ApiTokenRepository,
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly secrets: SecretService,
  ) {}

  async list(space: string): Promise<ApiToken[]> {
    return (await this.tokens.findOfSpace(space)).map(toApiToken);
  }

  /** All integrations of the space, also ended ones, the newest first. */
  async listIntegrations(space: string): Promise<StaffRef[]> {
    return (await this.tokens.findEverOfSpace(space)).map(toIntegrationRef);
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
        integrationEvent(
          'staffAdded',
          caller,
          { id: tokenId, space: caller.space, name: input.name, revokedAt: null },
          1,
        ),
        apiTokenAudit(caller, { id: tokenId, name: input.name }, 'identity.apiToken.created', [
          { field: 'scopes', before: null, after: input.scopes },
        ]),
      ],
    );
    return { token: writeApiToken(text), apiToken: toApiToken(record) };
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
          integrationEvent('staffDeactivated', caller, { ...current, ...set }, next.version),
          apiTokenAudit(caller, current, 'identity.apiToken.revoked'),
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
      const audit = apiTokenAudit(caller, current, 'identity.apiToken.takenOver', [
        { field: 'createdBy', before: current.createdBy, after: caller.staffId },
      ]);
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
}
