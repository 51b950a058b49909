import { Injectable } from '@nestjs/common';
import type {
  BeginTwoFactorInput,
  BothFactorsInput,
  ConfirmTwoFactorInput,
  TwoFactorState,
} from '@engawa/contracts';
import { newId, type Change, type ChangeOptions, type ChangeResult } from '@engawa/persistence';
import { AttemptService } from '../attempt/attempt.service';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import type { AccountNotice } from '../mail/identity-mail.rules';
import { PasswordService } from '../password/password.service';
import { SecretService } from '../secret/secret.service';
import { AccessTokenService } from '../session/access-token.service';
import { StaffChangeRefused, StaffNotFound } from '../staff/staff.errors';
import { StaffRepository } from '../staff/staff.repository';
import type { StaffRecord } from '../staff/staff.schema';
import { AccountFollowUpService } from '../staff/account-follow-up.service';
import {
  hashOfRecoveryCode,
  matchTotp,
  newRecoveryCodes,
  newTotpSecret,
  totpUri,
} from './one-time-code.rules';
import { OneTimeCodeService } from './one-time-code.service';
import { OwnCodeWrong, TwoFactorRefused } from './two-factor.errors';

const OFFER_TTL_MS = 15 * 60_000;

/** Sets up and removes two-factor sign-in (IDN-9). */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly passwords: PasswordService,
    private readonly attempts: AttemptService,
    private readonly codes: OneTimeCodeService,
    private readonly secrets: SecretService,
    private readonly accessTokens: AccessTokenService,
    private readonly settlement: AccountFollowUpService,
  ) {}

  async get(caller: Caller): Promise<TwoFactorState> {
    const staff = await this.staffs.getStaff(caller.space, caller.staffId);
    return {
      enabled: staff.twoFactor !== null,
      required: this.isRequired(staff),
      recoveryCodesLeft: staff.twoFactor?.recoveryHashes.length ?? 0,
    };
  }

  /** Offers a secret for 15 minutes. @throws PasswordWrong, TwoFactorRefused */
  async begin(
    caller: Caller,
    input: BeginTwoFactorInput,
  ): Promise<{ secret: string; uri: string }> {
    const staff = await this.staffs.getStaff(caller.space, caller.staffId);
    await this.passwords.confirm(staff, input.password, caller);
    const secret = newTotpSecret();
    const offer = {
      secret: this.secrets.seal(staff.id, secret),
      expiresAt: new Date(Date.now() + OFFER_TTL_MS),
    };
    await this.change(staff, (current) => {
      if (current.twoFactor) throw new TwoFactorRefused('enabled');
      return { set: { twoFactorOffer: offer } };
    });
    return { secret, uri: totpUri(secret, staff.email) };
  }

  /**
   * The first correct code turns it on. Recovery codes are returned only here. A repeated request gets
   * new ones while its code is valid: whoever lost the answer has never seen the first.
   * @throws TwoFactorRefused, OwnCodeWrong, TooManyAttempts
   */
  async confirm(caller: Caller, input: ConfirmTwoFactorInput): Promise<string[]> {
    const staff = await this.staffs.getStaff(caller.space, caller.staffId);
    if (staff.twoFactor) return this.confirmAgain(caller, staff, input);
    const offer = staff.twoFactorOffer;
    const secret = offer && this.secrets.openStored(staff.id, offer.secret);
    if (!secret || offer.expiresAt <= new Date()) throw new TwoFactorRefused('not-begun');
    const attempt = await this.attempts.admit(`code ${staff.id}`, caller);
    const step = await matchTotp(secret, input.oneTimeCode, null);
    if (step === null) throw new OwnCodeWrong();
    await this.attempts.recordSuccess(attempt);
    const codes = newRecoveryCodes();
    const done = await this.change(
      staff,
      (current, next) => {
        if (current.twoFactorOffer?.secret !== offer.secret)
          throw new TwoFactorRefused('not-begun');
        return {
          set: {
            twoFactor: {
              secret: offer.secret,
              lastStep: step,
              recoveryHashes: codes.map((code) => hashOfRecoveryCode(staff.id, code)),
            },
            twoFactorOffer: null,
            ...this.notice(current, 'twoFactorEnabled', next.at),
          },
          events: [this.line(caller, current, 'identity.twoFactor.enabled')],
        };
      },
      { once: true },
    );
    return done.changed ? codes : this.confirmAgain(caller, done.document, input);
  }

  /** Only for the request that turned it on, by its key, and only until its code is over. */
  private async confirmAgain(
    caller: Caller,
    staff: StaffRecord,
    { oneTimeCode }: ConfirmTwoFactorInput,
  ): Promise<string[]> {
    const isRepeated = (await this.staffs.findWritten(staff.space, staff.id)) !== null;
    const secret =
      isRepeated && staff.twoFactor && this.secrets.openStored(staff.id, staff.twoFactor.secret);
    const step = secret ? await matchTotp(secret, oneTimeCode, null) : null;
    const codes = newRecoveryCodes();
    const recoveryHashes = codes.map((code) => hashOfRecoveryCode(staff.id, code));
    await this.change(staff, ({ twoFactor }) => {
      if (step === null || twoFactor?.lastStep !== step) throw new TwoFactorRefused('enabled');
      return {
        set: { twoFactor: { ...twoFactor, recoveryHashes } },
        events: [this.line(caller, staff, 'identity.twoFactor.codesRenewed')],
      };
    });
    return codes;
  }

  /** @throws PasswordWrong, OwnCodeWrong, TwoFactorRefused */
  async disable(caller: Caller, input: BothFactorsInput): Promise<void> {
    const staff = await this.requireOwnCode(caller, input);
    if (this.isRequired(staff)) throw new TwoFactorRefused('required');
    await this.change(staff, (current, next) => ({
      set: { twoFactor: null, ...this.notice(current, 'twoFactorDisabled', next.at) },
      events: [this.line(caller, current, 'identity.twoFactor.disabled')],
    }));
  }

  /** Replaces the recovery codes; earlier ones become invalid. */
  async renewCodes(caller: Caller, input: BothFactorsInput): Promise<string[]> {
    const staff = await this.requireOwnCode(caller, input);
    const codes = newRecoveryCodes();
    const recoveryHashes = codes.map((code) => hashOfRecoveryCode(staff.id, code));
    await this.change(staff, (current) => {
      if (!current.twoFactor) throw new TwoFactorRefused('not-enabled');
      return {
        set: { twoFactor: { ...current.twoFactor, recoveryHashes } },
        events: [this.line(caller, current, 'identity.twoFactor.codesRenewed')],
      };
    });
    return codes;
  }

  /**
   * An administrator resets a staff member who lost phone and codes; god's account only by god.
   * @throws StaffNotFound, StaffChangeRefused, TwoFactorRefused
   */
  async reset(caller: Caller, staffId: string): Promise<void> {
    const staff = await this.staffs.getStaff(caller.space, staffId);
    if (staff.god && !caller.god) throw new StaffChangeRefused('god-protected');
    if (staffId === caller.staffId) throw new StaffChangeRefused('own-account');
    await this.change(staff, (current, next) => {
      if (!current.twoFactor) throw new TwoFactorRefused('not-enabled');
      return {
        set: { twoFactor: null, ...this.notice(current, 'twoFactorDisabled', next.at) },
        events: [this.line(caller, current, 'identity.twoFactor.reset')],
      };
    });
  }

  private isRequired(staff: StaffRecord): boolean {
    return staff.god && this.accessTokens.godNeedsTwoFactor;
  }

  private async requireOwnCode(caller: Caller, input: BothFactorsInput): Promise<StaffRecord> {
    const staff = await this.staffs.getStaff(caller.space, caller.staffId);
    if (!staff.twoFactor) throw new TwoFactorRefused('not-enabled');
    await this.passwords.confirm(staff, input.password, caller);
    const attempt = await this.attempts.admit(`code ${staff.id}`, caller);
    if (!(await this.codes.spend(staff, input.oneTimeCode))) throw new OwnCodeWrong();
    await this.attempts.recordSuccess(attempt);
    return staff;
  }

  private async change(
    staff: StaffRecord,
    decide: (current: StaffRecord, next: { at: Date }) => Change<StaffRecord>,
    options: ChangeOptions = {},
  ): Promise<ChangeResult<StaffRecord>> {
    const done = await this.staffs.change(staff.space, staff.id, decide, options);
    if (!done) throw new StaffNotFound();
    await this.settlement.run(done.document);
    return done;
  }

  private notice(staff: StaffRecord, kind: AccountNotice, at: Date) {
    const mail = { id: newId(), kind, locale: staff.locale, to: staff.email };
    return { mailsDue: [...staff.mailsDue, mail], unfinishedSince: at };
  }

  private line(caller: Caller, staff: StaffRecord, action: string) {
    return auditEvent({
      space: staff.space,
      actor: caller.staffId,
      action,
      target: { type: 'staff', id: staff.id, name: staff.displayName },
      origin: caller,
    });
  }
}
