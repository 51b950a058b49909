import { Injectable } from '@nestjs/common';
import type { SignInInput } from '@engawa/contracts';
import { TooManyAttempts } from '../attempt/attempt.errors';
import { AttemptService, type Attempt, type ReadCounts } from '../attempt/attempt.service';
import { LockAuditService } from '../audit/lock-audit.service';
import type { Origin } from '../caller/caller.rules';
import { EmailRepository } from '../email/email.repository';
import { emailKeyOf } from '../email/email.rules';
import type { EmailRecord } from '../email/email.schema';
import { INSTALLATION_SPACE } from '../installation/installation.rules';
import type { HashPlace } from '../password/hash-queue.service';
import { PasswordHashService } from '../password/password-hash.service';
import { PasswordUpgradeService } from '../password/password-upgrade.service';
import { SecretService } from '../secret/secret.service';
import type { Account } from '../session/session.mapper';
import { SessionOpeningService } from '../session/session-opening.service';
import { SessionRepository } from '../session/session.repository';
import type { OpenedSession } from '../session/session.service';
import { SpacesRepository } from '../space/space.repository';
import { StaffRepository } from '../staff/staff.repository';
import type { StaffRecord } from '../staff/staff.schema';
import { OneTimeCodeService } from '../two-factor/one-time-code.service';
import {
  isMarked,
  readDevice,
  withMark,
  writeDevice,
  type DeviceCookie,
} from './device-cookie.rules';
import {
  AccountDeactivated,
  CodeRequired,
  CodeWrong,
  OrganisationRequired,
  SignInRefused,
} from './sign-in.errors';
import { needsOrganisation } from './sign-in.rules';

/** A session and the device cookie to set. */
export interface SignedIn extends OpenedSession {
  readonly device: string;
}

/** A sign-in request that is not counted yet. */
interface Candidate {
  readonly counts: ReadCounts;
  /** Whether the account has a session in the network. */
  readonly networkKnown: boolean;
  readonly account: Account | null;
  readonly oneTimeCode: string | undefined;
}

/** A counted sign-in with its result. */
interface SignInCheck {
  /** Null if a second factor was spent because the counts rejected the attempt. */
  readonly attempt: Attempt | null;
  /** Null for an unknown address. */
  readonly account: Account | null;
  readonly origin: Origin;
}

/** Sign-in with e-mail, password and, if enabled for the account, a one-time code. */
@Injectable()
export class SignInService {
  constructor(
    private readonly emails: EmailRepository,
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly sessions: SessionRepository,
    private readonly attempts: AttemptService,
    private readonly locks: LockAuditService,
    private readonly passwords: PasswordHashService,
    private readonly upgrades: PasswordUpgradeService,
    private readonly codes: OneTimeCodeService,
    private readonly openings: SessionOpeningService,
    private readonly secrets: SecretService,
  ) {}

  /**
   * @throws TooManyAttempts, TooManyHashes, SignInRefused, AccountDeactivated,
   * OrganisationRequired, CodeRequired, CodeWrong
   */
  async signIn(
    input: SignInInput,
    origin: Origin,
    deviceCookie: string | undefined,
  ): Promise<SignedIn> {
    const key = emailKeyOf(input.email);
    const device = readDevice(deviceCookie);
    const mark = this.secrets.deviceMark(key, device.deviceId);
    const deviceId = isMarked(device, mark) ? device.deviceId : null;
    // Before any read: a flood is rejected immediately.
    this.passwords.refuseIfBusy();
    const [staff, owner, counts] = await Promise.all([
      this.staffs.findByEmailKey(key),
      this.emails.findOwner(key),
      this.attempts.read(key, { network: origin.network, deviceId }),
    ]);
    const [account, networkKnown] = await Promise.all([
      this.accountOf(staff, owner),
      deviceId === null && this.isKnownNetwork(staff, origin),
    ]);
    const { attempt, right } = await this.evaluate(
      { counts, networkKnown, account, oneTimeCode: input.oneTimeCode },
      (place) => this.passwords.verify(staff?.passwordHash ?? null, input.password, place),
    );
    const proven = await this.checkCandidate(
      { attempt, account, origin },
      right,
      input.oneTimeCode,
    );
    const opened = await this.openings.open(proven, origin);
    if (attempt) this.attempts.recordSuccessAfterResponse(attempt);
    this.upgrades.upgradeAfterResponse(proven.staff, input.password);
    return { ...opened, device: writeDevice(withMark(device, mark)) };
  }

  /**
   * Counts the attempt and verifies the password; in parallel for a remembered device. Strangers
   * are counted first, so that only attempts within the budget cost a hash. Without a place in the
   * hash queue the attempt is not counted.
   * @throws TooManyHashes, TooManyAttempts
   */
  private async evaluate(
    candidate: Candidate,
    verify: (place?: HashPlace) => Promise<boolean>,
  ): Promise<{ attempt: Attempt | null; right: boolean }> {
    const { counts, networkKnown } = candidate;
    if (!this.attempts.isOpen(counts, networkKnown)) {
      const attempt = await this.count(candidate);
      return { attempt, right: await verify() };
    }
    const place = this.passwords.reserve();
    try {
      if (counts.networkKey === null) {
        const [right, attempt] = await Promise.all([verify(place), this.count(candidate)]);
        return { attempt, right };
      }
      const attempt = await this.count(candidate);
      return { attempt, right: await verify(place) };
    } finally {
      place.release();
    }
  }

  /**
   * Counts the attempt. A caller with the second factor bypasses the counts (null): the code is
   * spent before the password is verified, so that each code allows one attempt.
   * @throws TooManyAttempts
   */
  private async count(candidate: Candidate): Promise<Attempt | null> {
    const { counts, networkKnown, account, oneTimeCode } = candidate;
    try {
      return await this.attempts.count(counts, networkKnown);
    } catch (error) {
      if (!(error instanceof TooManyAttempts) || !account || oneTimeCode === undefined) throw error;
      if (await this.codes.spend(account.staff, oneTimeCode)) return null;
      throw error;
    }
  }

  /** The account, if nothing prevents the sign-in. `right`: whether the password is correct. */
  private async checkCandidate(
    trial: SignInCheck,
    right: boolean,
    oneTimeCode: string | undefined,
  ): Promise<Account> {
    const { attempt, account } = trial;
    if (!account || !right) {
      await this.recordWrongPassword(trial);
      throw new SignInRefused();
    }
    if (account.staff.deactivated || needsOrganisation(account)) {
      if (attempt) this.attempts.recordSuccessAfterResponse(attempt);
      throw account.staff.deactivated ? new AccountDeactivated() : new OrganisationRequired();
    }
    if (attempt && account.staff.twoFactor) {
      // The attempt stays counted; otherwise omitting the code would give free guesses at it.
      if (oneTimeCode === undefined) throw new CodeRequired();
      if (!(await this.codes.spend(account.staff, oneTimeCode))) {
        await this.recordWrongPassword(trial);
        throw new CodeWrong();
      }
    }
    return account;
  }

  /** Id of a device on which the address signed in before; else null. */
  knownDevice(email: string, deviceCookie: string | undefined): string | null {
    const device = readDevice(deviceCookie);
    const mark = this.secrets.deviceMark(emailKeyOf(email), device.deviceId);
    return isMarked(device, mark) ? device.deviceId : null;
  }

  /** Device cookie for an account whose owner was authenticated in another way. */
  remember(email: string, deviceCookie: string | undefined): string {
    const device: DeviceCookie = readDevice(deviceCookie);
    return writeDevice(
      withMark(device, this.secrets.deviceMark(emailKeyOf(email), device.deviceId)),
    );
  }

  private async recordWrongPassword({ attempt, account, origin }: SignInCheck): Promise<void> {
    if (!attempt) return;
    await this.attempts.recordFailure(attempt);
    if (account && attempt.last) this.locks.recordAfterResponse(account.staff, origin);
  }

  private isKnownNetwork(staff: StaffRecord | null, { network }: Origin): Promise<boolean> {
    const { space, id } = staff ?? { space: INSTALLATION_SPACE, id: INSTALLATION_SPACE };
    return this.sessions.isKnownNetwork(space, id, network);
  }

  /** Reads as much for an unknown address as for a known one, so that time reveals nothing. */
  private async accountOf(
    staff: StaffRecord | null,
    owner: EmailRecord | null,
  ): Promise<Account | null> {
    const spaceId = staff?.space ?? INSTALLATION_SPACE;
    const space = await this.spaces.findById(spaceId, spaceId);
    return staff && space && owner?.staffId === staff.id ? { staff, space } : null;
  }
}
