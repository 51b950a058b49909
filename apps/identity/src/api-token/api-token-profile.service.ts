import { Injectable } from '@nestjs/common';
import {
  apiToken,
  type ApiToken,
  type AuditFacts,
  type UpdateApiTokenInput,
} from '@engawa/contracts';
import { mapWriteErrors, type Change } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import type { Caller } from '../caller/caller.rules';
import { PhotoService } from '../photo/photo.service';
import { apiTokenAudit, integrationEvent } from './api-token-event.mapper';
import { ApiTokenNotFound } from './api-token.errors';
import { toApiToken } from './api-token.mapper';
import { ApiTokenRepository } from './api-token.repository';
import type { ApiTokenRecord } from './api-token.schema';

/** The name and photo under which an integration writes. */
@Injectable()
export class ApiTokenProfile {
  constructor(
    private readonly tokens: ApiTokenRepository,
    private readonly photos: PhotoService,
  ) {}

  /**
   * Renames it, also as the author of what it wrote. @throws ApiTokenNotFound, PreconditionFailed
   */
  async update(
    caller: Caller,
    tokenId: string,
    { name }: UpdateApiTokenInput,
    ifVersion: number | null,
  ): Promise<ApiToken> {
    return this.change(caller, { tokenId, ifVersion }, 'identity.apiToken.updated', (current) =>
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

  private async writePhoto(
    caller: Caller,
    tokenId: string,
    photo: (ApiTokenRecord['photo'] & object) | null,
  ): Promise<ApiToken> {
    let before: ApiTokenRecord['photo'] = null;
    const action = photo ? 'identity.apiToken.photoSet' : 'identity.apiToken.photoRemoved';
    const written = await this.change(caller, { tokenId }, action, (current) => {
      before = current.photo;
      return photo || before ? { set: { photo }, changes: [] } : null;
    });
    if (before) await this.photos.discard(caller.space, tokenId, before);
    return written;
  }

  /** A change of what readers see of the integration, with the event for the name directories. */
  private async change(
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
            integrationEvent('staffUpdated', caller, { ...current, ...set }, next.version),
            apiTokenAudit(caller, current, action, changes),
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
}
