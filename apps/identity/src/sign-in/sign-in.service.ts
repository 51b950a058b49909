import { Injectable } from '@nestjs/common';
import type { SignInInput } from '@engawa/contracts';
import { AttemptService, type Attempt } from '../attempt/attempt.service';
import { LockAuditService } from '../audit/lock-audit.service';
import type { Origin } from '../caller/caller.rules';
import { EmailRepository } from '../email/email.repository';
import { emailKeyOf } from '../email/email.rules';
import { INSTALLATION } from '../installation/installation.rules';
import { PasswordHashService } from '../password/password-hash.service';
import { PasswordUpgradeService } from '../password/password-upgrade.service';
import { SecretService } from '../secret/secret.service';
import type { Account } from '../session/session.mapper';
import { SessionOpeningService } from '../session/session-opening.service';
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

/** A session and the device that may be remembered with it. */
export interface SignedIn extends OpenedSession {
  readonly device: string;
}

/** Somebody's try to sign in, as it was counted. */
interface Trial {
  readonly attempt: Attempt;
  /** Null for an unknown address. */
  readonly account: Account | null;
  readonly origin: Origin;
  /** Whether one that is wrong locks the account from there. */
  readonly last: boolean;
}

/** Sign-in with e-mail, password and, where the account has it, a one-time code. */
@Injectable()
export class SignInService {
  constructor(
    private readonly emails: EmailRepository,
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
    private readonly attempts: AttemptService,
    private readonly locks: LockAuditService,
    private readonly passwords: PasswordHashService,
    private readonly upgrades: PasswordUpgradeService,
    private readonly codes: OneTimeCodeService,
    private readonly openings: SessionOpeningService,
    private readonly secrets: SecretService,
  ) {}

  /**
   * @throws TooManyAttempts, SignInRefused, AccountDeactivated, OrganisationRequired,
   * CodeRequired, CodeWrong
   */
  async signIn(
    input: SignInInput,
    origin: Origin,
    deviceCookie: string | undefined,
  ): Promise<SignedIn> {
    const key = emailKeyOf(input.email);
    const device = readDevice(deviceCookie);
    const mark = this.secrets.deviceMark(key, device.deviceId);
    const known = isMarked(device, mark);
    const [attempt, staff] = await Promise.all([
      this.attempts.look(key, origin.network, known ? device.deviceId : null),
      this.staffs.findByEmailKey(key),
    ]);
    // Beside the password's check, which takes longer than all of them.
    const verifying = this.passwords.verify(staff?.passwordHash ?? null, input.password);
    const finding = this.accountOf(key, staff);
    const preparing = this.openings.prepare(staff, origin, finding);
    try {
      const [right, account, prepared, last] = await Promise.all([
        verifying,
        finding,
        preparing,
        this.attempts.count(attempt),
      ]);
      await this.judge({ attempt, account, origin, last }, right, input.oneTimeCode);
      const opened = await this.openings.open(prepared, account!);
      this.attempts.settleSoon(attempt);
      this.upgrades.upgradeSoon(account!.staff, input.password);
      return { ...opened, device: writeDevice(withMark(device, mark)) };
    } catch (error) {
      preparing.then(
        (prepared) => this.openings.discard(prepared),
        () => undefined,
      );
      throw error;
    }
  }

  /** Throws what stands against the sign-in. `right`: whether the password is that of the account. */
  private async judge(
    trial: Trial,
    right: boolean,
    oneTimeCode: string | undefined,
  ): Promise<void> {
    const { attempt, account } = trial;
    if (!account || !right) {
      await this.settleWrong(trial);
      throw new SignInRefused();
    }
    if (account.staff.deactivated) {
      this.attempts.settleSoon(attempt);
      throw new AccountDeactivated();
    }
    if (needsOrganisation(account)) {
      this.attempts.settleSoon(attempt);
      throw new OrganisationRequired();
    }
    await this.checkSecondFactor(account.staff, trial, oneTimeCode);
  }

  /** The device cookie for an account whose owner has proved themselves otherwise. */
  remember(email: string, deviceCookie: string | undefined): string {
    const device: DeviceCookie = readDevice(deviceCookie);
    return writeDevice(
      withMark(device, this.secrets.deviceMark(emailKeyOf(email), device.deviceId)),
    );
  }

  private async checkSecondFactor(
    staff: StaffRecord,
    trial: Trial,
    code: string | undefined,
  ): Promise<void> {
    if (!staff.twoFactor) return;
    // The attempt stays counted: else asking without a code would give free guesses at the code.
    if (code === undefined) throw new CodeRequired();
    if (await this.codes.spend(staff, code)) return;
    await this.settleWrong(trial);
    throw new CodeWrong();
  }

  private async settleWrong({ attempt, account, origin, last }: Trial): Promise<void> {
    const everywhere = await this.attempts.settleWrong(attempt);
    if (account && (last || everywhere)) this.locks.tellSoon(account.staff, origin);
  }

  /** For an unknown address it reads as much as for a known one, so that time tells nothing. */
  private async accountOf(emailKey: string, staff: StaffRecord | null): Promise<Account | null> {
    const spaceId = staff?.space ?? INSTALLATION;
    const [owner, space] = await Promise.all([
      this.emails.findOwner(emailKey),
      this.spaces.findById(spaceId, spaceId),
    ]);
    return staff && space && owner?.staffId === staff.id ? { staff, space } : null;
  }
}
