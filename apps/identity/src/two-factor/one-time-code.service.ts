import { Injectable } from '@nestjs/common';
import { SecretService } from '../secret/secret.service';
import { StaffRepository } from '../staff/staff.repository';
import type { StaffRecord } from '../staff/staff.schema';
import { hashOfRecoveryCode, matchTotp } from './one-time-code.rules';

/** Checks and spends one-time codes (IDN-9). */
@Injectable()
export class OneTimeCodeService {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly secrets: SecretService,
  ) {}

  /**
   * Whether the code of the authenticator app or a recovery code is correct. It is spent by that:
   * no code works twice, not even in two concurrent requests.
   */
  async spend(staff: StaffRecord, code: string): Promise<boolean> {
    if (!staff.twoFactor) return false;
    const { secret, lastStep, recoveryHashes } = staff.twoFactor;
    const known = this.secrets.openStored(staff.id, secret);
    const step = known === null ? null : await matchTotp(known, code, lastStep);
    if (step !== null) return this.staffs.spendTimeStep(staff, step);
    const hash = hashOfRecoveryCode(staff.id, code);
    return recoveryHashes.includes(hash) && this.staffs.spendRecoveryCode(staff, hash);
  }
}
