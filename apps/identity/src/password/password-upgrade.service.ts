import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { StaffRepository } from '../staff/staff.repository';
import type { StaffRecord } from '../staff/staff.schema';
import { PasswordHashService } from './password-hash.service';

/**
 * Rehashes passwords with weaker parameters when their owners sign in. An outdated hash is verified
 * faster than the dummy of unknown addresses, which reveals that the account exists.
 */
@Injectable()
export class PasswordUpgradeService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('PasswordUpgrade');
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly staffs: StaffRepository,
    private readonly hashes: PasswordHashService,
  ) {}

  /** Does not delay the response; `password` was verified. */
  upgradeAfterResponse(staff: StaffRecord, password: string): void {
    if (!staff.passwordHash || !this.hashes.isOutdated(staff.passwordHash)) return;
    const done: Promise<void> = this.upgrade(staff, password)
      .catch((error: unknown) => this.logger.warn(`A password stays as it was: ${String(error)}`))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private async upgrade(staff: StaffRecord, password: string): Promise<void> {
    const passwordHash = await this.hashes.hash(password);
    await this.staffs.change(staff.space, staff.id, (current) =>
      // Changed meanwhile: the stored hash belongs to another password.
      current.passwordHash === staff.passwordHash ? { set: { passwordHash } } : null,
    );
  }
}
