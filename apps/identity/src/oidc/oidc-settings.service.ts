import { Injectable } from '@nestjs/common';
import type { OidcSettings, UpdateOidcSettingsInput } from '@engawa/contracts';
import { mapWriteErrors } from '@engawa/persistence';
import { InjectConfig } from '@engawa/service-kit';
import { auditEvent, changesBetween } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { PasswordService } from '../password/password.service';
import { SecretService } from '../secret/secret.service';
import { SpaceNotFound, spaceRefusals } from '../space/space.errors';
import { SpacesRepository } from '../space/space.repository';
import type { SpaceOidc, SpaceRecord } from '../space/space.schema';
import { StaffRepository } from '../staff/staff.repository';
import { OidcIssuerService, type OidcClient } from './oidc-issuer.service';
import { OidcSettingsRefused } from './oidc.errors';
import { signInAddress } from './oidc-step.rules';

/** Settings as shown and logged. */
const none = { issuer: '', clientId: '', passwordAllowed: true };

/** Sign-in settings of a space with its organisation's accounts (IDN-9). */
@Injectable()
export class OidcSettingsService {
  private readonly publicUrl: string;

  constructor(
    private readonly spaces: SpacesRepository,
    private readonly staffs: StaffRepository,
    private readonly passwords: PasswordService,
    private readonly secrets: SecretService,
    private readonly issuers: OidcIssuerService,
    @InjectConfig() config: { ENGAWA_PUBLIC_URL: string },
  ) {
    this.publicUrl = config.ENGAWA_PUBLIC_URL;
  }

  /** Never includes the secret. @throws SpaceNotFound */
  async get(spaceId: string): Promise<OidcSettings> {
    return this.toSettings(await this.spaces.getSpace(spaceId));
  }

  /**
   * Stores settings after checking what can be checked without signing in.
   * @throws PasswordWrong, TooManyAttempts, OidcSettingsRefused, PreconditionFailed
   */
  async update(
    caller: Caller,
    input: UpdateOidcSettingsInput,
    ifVersion: number | null,
  ): Promise<OidcSettings> {
    const staff = await this.staffs.getStaff(caller.space, caller.staffId);
    await this.passwords.confirm(staff, input.password, caller);
    const { oidc } = await this.spaces.getSpace(caller.space);
    const client = this.clientOf(caller.space, input, oidc ?? null);
    await this.check(client);
    const { issuer, clientId, clientSecret } = client;
    const box = this.secrets.seal(ownerOfOidcSecret(caller.space), clientSecret);
    const next: SpaceOidc = {
      issuer,
      clientId,
      secret: box,
      passwordAllowed: input.passwordAllowed,
    };
    return this.write(caller, ifVersion, next, input.clientSecret !== undefined);
  }

  /** Returns to passwords only. @throws PreconditionFailed */
  async remove(caller: Caller, ifVersion: number | null): Promise<void> {
    await this.write(caller, ifVersion, null, false);
  }

  /** Null without settings, or where the key of their secret is lost. */
  clientFor(space: SpaceRecord): OidcClient | null {
    if (!space.oidc) return null;
    const { issuer, clientId, secret } = space.oidc;
    const clientSecret = this.secrets.openStored(ownerOfOidcSecret(space.id), secret);
    return clientSecret === null ? null : { issuer, clientId, clientSecret };
  }

  /** One per space, so that an issuer's answer cannot be taken for another's. */
  redirectUri(spaceId: string): string {
    return new URL(`/api/v1/auth/oidc/${spaceId}/callback`, this.publicUrl).href;
  }

  private clientOf(
    spaceId: string,
    input: UpdateOidcSettingsInput,
    kept: SpaceOidc | null,
  ): OidcClient {
    const issuer = input.issuer.replace(/\/\.well-known\/openid-configuration$/, '');
    const { clientId, clientSecret } = input;
    if (clientSecret !== undefined) return { issuer, clientId, clientSecret };
    // A stored secret is only sent to the issuer it was entered for.
    const isSame = kept?.issuer === issuer && kept.clientId === clientId;
    const known = isSame ? this.secrets.openStored(ownerOfOidcSecret(spaceId), kept.secret) : null;
    if (known === null) throw new OidcSettingsRefused('identity.oidc.secret-required');
    return { issuer, clientId, clientSecret: known };
  }

  private async check(client: OidcClient): Promise<void> {
    if (!this.issuers.allows(client.issuer)) {
      throw new OidcSettingsRefused('identity.oidc.issuer-refused');
    }
    try {
      await this.issuers.check(client);
    } catch {
      // No reason is given: it would reveal what is behind an address.
      throw new OidcSettingsRefused('identity.oidc.issuer-unusable');
    }
  }

  private async write(
    caller: Caller,
    ifVersion: number | null,
    next: SpaceOidc | null,
    newSecret: boolean,
  ): Promise<OidcSettings> {
    const { space } = caller;
    const done = await mapWriteErrors(
      this.spaces.change(
        space,
        space,
        (current) => {
          const changes = [
            ...changesBetween(shown(current.oidc), shown(next)),
            ...(newSecret ? [{ field: 'clientSecret', before: '•••', after: '•••' }] : []),
          ];
          if (changes.length === 0) return null;
          return {
            set: { oidc: next },
            events: [
              auditEvent({
                space,
                actor: caller.staffId,
                action: next ? 'identity.oidc.updated' : 'identity.oidc.removed',
                target: { type: 'space', id: space, name: current.displayName },
                changes,
                origin: caller,
              }),
            ],
          };
        },
        { ifVersion },
      ),
      spaceRefusals,
    );
    if (!done) throw new SpaceNotFound();
    return this.toSettings(done.document);
  }

  private toSettings(space: SpaceRecord): OidcSettings {
    return {
      version: space.version,
      configured: !!space.oidc,
      ...shown(space.oidc),
      redirectUri: this.redirectUri(space.id),
      signInUrl: new URL(signInAddress(space.id), this.publicUrl).href,
    };
  }
}

function shown(oidc: SpaceOidc | null | undefined): typeof none {
  if (!oidc) return none;
  const { issuer, clientId, passwordAllowed } = oidc;
  return { issuer, clientId, passwordAllowed };
}

/** Whom a space's client secret is bound to. */
export function ownerOfOidcSecret(spaceId: string): string {
  return `oidc client of ${spaceId}`;
}
