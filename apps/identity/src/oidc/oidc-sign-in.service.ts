import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import { AttemptService } from '../attempt/attempt.service';
import type { Origin } from '../caller/caller.rules';
import { EmailRepository } from '../email/email.repository';
import { emailKeyOf } from '../email/email.rules';
import { SecretService } from '../secret/secret.service';
import type { Account } from '../session/session.mapper';
import { SessionOpeningService } from '../session/session-opening.service';
import type { OpenedSession } from '../session/session.service';
import { AccountDeactivated, CodeWrong } from '../sign-in/sign-in.errors';
import { SpacesRepository } from '../space/space.repository';
import type { SpaceRecord } from '../space/space.schema';
import { staffEvent } from '../staff/staff-event.mapper';
import { StaffRepository } from '../staff/staff.repository';
import { OneTimeCodeService } from '../two-factor/one-time-code.service';
import { OidcIssuerService, type OidcClient, type OidcPerson } from './oidc-issuer.service';
import { OidcSettingsService } from './oidc-settings.service';
import {
  keptIdToken,
  readStep,
  signInAddress,
  STEP_LIFETIME_MS,
  writeStep,
} from './oidc-step.rules';
import { OidcNotFound, OidcSignInRefused } from './oidc.errors';

/** A session and the cookie that ends it at the issuer. */
export interface Opened {
  readonly session: OpenedSession;
  readonly open: string;
}

/** Where to send the browser after the issuer's redirect. */
export interface Finished {
  /** An address of the web app. */
  readonly location: string;
  readonly opened: Opened | null;
  /** Value of the step cookie; null when the sign-in is over. */
  readonly step: string | null;
}

const random = () => randomBytes(32).toString('base64url');

/**
 * Sign-in with an organisation's account (IDN-9). The issuer only verifies an e-mail address: only
 * existing staff of the space get in.
 */
@Injectable()
export class OidcSignInService {
  private readonly logger = new Logger('Oidc');

  constructor(
    private readonly spaces: SpacesRepository,
    private readonly staffs: StaffRepository,
    private readonly emails: EmailRepository,
    private readonly settings: OidcSettingsService,
    private readonly issuers: OidcIssuerService,
    private readonly openings: SessionOpeningService,
    private readonly attempts: AttemptService,
    private readonly codes: OneTimeCodeService,
    private readonly secrets: SecretService,
  ) {}

  /** @throws OidcNotFound, OidcSignInRefused when the issuer is unreachable */
  async begin(spaceId: string, from: string): Promise<{ authorizationUrl: string; step: string }> {
    const { client } = await this.clientOf(spaceId);
    const checks = { state: random(), nonce: random(), verifier: random() };
    const until = Date.now() + STEP_LIFETIME_MS;
    const step = writeStep({ kind: 'begun', space: spaceId, ...checks, from, until }, this.secrets);
    const redirectUri = this.settings.redirectUri(spaceId);
    try {
      return { authorizationUrl: await this.issuers.address(client, redirectUri, checks), step };
    } catch (error) {
      throw this.failed(spaceId, error);
    }
  }

  /** Never throws a problem: the browser is redirected to a page that shows it. */
  async finish(
    spaceId: string,
    query: string,
    cookie: string | undefined,
    origin: Origin,
  ): Promise<Finished> {
    try {
      return await this.complete(spaceId, query, cookie, origin);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const location = signInAddress(spaceId, { problem: error.code });
      return { location, opened: null, step: null };
    }
  }

  /** The second step of an account with two-factor sign-in. @throws OidcSignInRefused, CodeWrong */
  async confirm(oneTimeCode: string, cookie: string | undefined, origin: Origin): Promise<Opened> {
    const step = readStep('code', cookie, this.secrets, Date.now());
    if (!step) throw new OidcSignInRefused('interrupted');
    const [space, staff] = await Promise.all([
      this.spaces.findById(step.space, step.space),
      this.staffs.findById(step.space, step.staffId),
    ]);
    if (!space?.oidc || !staff || staff.deactivated || staff.sessionEpoch !== step.epoch) {
      throw new OidcSignInRefused('interrupted');
    }
    const attempt = await this.attempts.admit(`oidc ${staff.id}`, origin);
    if (!(await this.codes.spend(staff, oneTimeCode))) {
      await this.attempts.recordFailure(attempt);
      throw new CodeWrong();
    }
    this.attempts.recordSuccessAfterResponse(attempt);
    return this.open({ staff, space }, origin, step.idToken);
  }

  /**
   * Where the browser can end its sign-in at the issuer; null without one, or when the issuer does
   * not answer.
   */
  async endAddress(cookie: string | undefined): Promise<string | null> {
    const step = readStep('open', cookie, this.secrets, Date.now());
    if (!step) return null;
    const space = await this.spaces.findById(step.space, step.space);
    try {
      const client = space && this.settings.clientFor(space);
      return client && (await this.issuers.endAddress(client, step.idToken));
    } catch {
      return null;
    }
  }

  private async open(account: Account, origin: Origin, idToken: string | null): Promise<Opened> {
    const session = await this.openings.open(account, origin, 'organisation');
    const until = session.expiresAt.getTime();
    const step = { kind: 'open', space: account.space.id, idToken, until } as const;
    return { session, open: writeStep(step, this.secrets) };
  }

  private async complete(
    spaceId: string,
    query: string,
    cookie: string | undefined,
    origin: Origin,
  ): Promise<Finished> {
    const step = readStep('begun', cookie, this.secrets, Date.now());
    if (!step || step.space !== spaceId) throw new OidcSignInRefused('interrupted');
    const { space, client } = await this.clientOf(spaceId);
    const callback = new URL(this.settings.redirectUri(spaceId));
    callback.search = query;
    const person = await this.issuers.person(client, callback, step).catch((error: unknown) => {
      throw this.failed(spaceId, error);
    });
    const account = await this.accountOf(space, person);
    const idToken = keptIdToken(person.idToken);
    if (account.staff.twoFactor) {
      const { id: staffId, sessionEpoch: epoch } = account.staff;
      const until = Date.now() + STEP_LIFETIME_MS;
      const next = writeStep(
        { kind: 'code', space: spaceId, staffId, epoch, idToken, until },
        this.secrets,
      );
      const location = signInAddress(spaceId, { step: 'code', from: step.from });
      return { location, opened: null, step: next };
    }
    const opened = await this.open(await this.skipFirstPassword(account), origin, idToken);
    return { location: step.from, opened, step: null };
  }

  /** @throws OidcSignInRefused, AccountDeactivated */
  private async accountOf(space: SpaceRecord, person: OidcPerson): Promise<Account> {
    if (!person.email || !person.emailVerified) throw new OidcSignInRefused('email-unverified');
    const emailKey = emailKeyOf(person.email);
    const [staff, owner] = await Promise.all([
      this.staffs.findByEmailKey(emailKey),
      this.emails.findOwner(emailKey),
    ]);
    if (!staff || staff.space !== space.id || owner?.staffId !== staff.id) {
      throw new OidcSignInRefused('unknown-staff');
    }
    if (staff.deactivated) throw new AccountDeactivated();
    // A space chooses who verifies its staff, so it must not be able to verify god.
    if (staff.god) throw new OidcSignInRefused('operator');
    return { staff, space };
  }

  /** A newcomer needs no first password (IDN-6) when passwords are turned off. */
  private async skipFirstPassword(account: Account): Promise<Account> {
    const { staff, space } = account;
    if (staff.initialPasswordChanged || space.oidc?.passwordAllowed) return account;
    const done = await this.staffs.change(staff.space, staff.id, (current, next) =>
      current.initialPasswordChanged
        ? null
        : {
            set: { initialPasswordChanged: true },
            events: [
              staffEvent(events.staffUpdated, current, {
                version: next.version,
                primaryAdminId: space.primaryAdminId,
                actor: current.id,
              }),
            ],
          },
    );
    return { staff: done?.document ?? staff, space };
  }

  /** @throws OidcNotFound */
  private async clientOf(spaceId: string): Promise<{ space: SpaceRecord; client: OidcClient }> {
    const space = await this.spaces.findById(spaceId, spaceId);
    const client = space && this.settings.clientFor(space);
    if (!space || !client) throw new OidcNotFound();
    return { space, client };
  }

  private failed(spaceId: string, error: unknown): OidcSignInRefused {
    const { name, code, message } = error as { name?: string; code?: string; message?: string };
    this.logger.warn(`Sign-in of ${spaceId} at its issuer: ${code ?? name}: ${message}`);
    return new OidcSignInRefused('failed');
  }
}
