import { Injectable } from '@nestjs/common';
import type { DecryptSample } from '@engawa/persistence';
import { parseConfig, secretKeyConfig } from '@engawa/service-kit';
import { SecretService } from '../secret/secret.service';
import { StaffRepository } from '../staff/staff.repository';
import { staffSchema, type StaffRecord } from '../staff/staff.schema';
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
    const step = await matchTotp(this.secrets.open(staff.id, secret), code, lastStep);
    if (step !== null) return this.staffs.spendTimeStep(staff, step);
    const hash = hashOfRecoveryCode(staff.id, code);
    return recoveryHashes.includes(hash) && this.staffs.spendRecoveryCode(staff, hash);
  }
}

/** Throws unless the environment's key decrypts the two-factor secret of any one account. */
export const decryptTwoFactorSecret: DecryptSample = async (connection, env) => {
  const staffs = connection.collection<StaffRecord>(staffSchema.collection);
  const staff = await staffs.findOne({ twoFactor: { $ne: null } });
  if (!staff?.twoFactor) return;
  const secrets = new SecretService(parseConfig(secretKeyConfig, env));
  secrets.open(staff.id, staff.twoFactor.secret);
};
