import { Injectable } from '@nestjs/common';
import { BackgroundJob } from '@engawa/service-kit';
import { EmailRepository } from '../email/email.repository';
import { SpaceCreationService } from '../space/space-creation.service';
import { SpacesRepository } from '../space/space.repository';
import { PrimaryAdminService } from '../staff/primary-admin.service';
import { StaffRepository } from '../staff/staff.repository';
import { AccountFollowUpService } from '../staff/account-follow-up.service';

const SWEEP_INTERVAL_MS = 15_000;
/** Younger work belongs to a running request. */
const MIN_AGE_MS = 30_000;
/** A reservation without an account is abandoned after this time. */
const RESERVATION_TTL_MS = 10 * 60_000;

/** Finishes what a crash left between two writes. */
@Injectable()
export class SweeperService extends BackgroundJob {
  constructor(
    private readonly spaces: SpacesRepository,
    private readonly staffs: StaffRepository,
    private readonly emails: EmailRepository,
    private readonly founding: SpaceCreationService,
    private readonly primaryAdmins: PrimaryAdminService,
    private readonly settlement: AccountFollowUpService,
  ) {
    super({ name: 'Sweeper', intervalMs: SWEEP_INTERVAL_MS });
  }

  /** Runs one round; `olderThan` in ms. */
  async sweep(olderThan = MIN_AGE_MS, reservedFor = RESERVATION_TTL_MS): Promise<void> {
    const before = new Date(Date.now() - olderThan);
    for (const space of await this.spaces.findUnfinished(before)) {
      if (space.founding) {
        const { staff } = await this.founding.finish(space, { actor: null, origin: null });
        await this.settlement.run(staff);
      }
      await this.primaryAdmins.finish(space);
    }
    for (const staff of await this.staffs.findUnfinished(before)) {
      await this.settlement.run(staff);
    }
    await this.sweepEmails(new Date(Date.now() - reservedFor));
  }

  protected round(): Promise<void> {
    return this.sweep();
  }

  private async sweepEmails(before: Date): Promise<void> {
    for (const reserved of await this.emails.findReserved(before)) {
      const staff = await this.staffs.findById(reserved.ownerSpace, reserved.staffId);
      if (staff?.emailKey === reserved.id) await this.emails.hold(reserved.id, staff.id);
      else await this.emails.releaseReserved(reserved);
    }
  }
}
