import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { derivedId, newEvent } from '@engawa/events';
import { DuplicateKey } from '@engawa/persistence';
import { InjectConfig } from '@engawa/service-kit';
import { EmailRepository } from '../email/email.repository';
import { emailKeyOf } from '../email/email.rules';
import { PasswordHashService } from '../password/password-hash.service';
import { toSpaceFacts } from '../space/space.mapper';
import { SpacesRepository } from '../space/space.repository';
import { StaffAccountService } from '../staff/staff-account.service';
import { BootstrapRepository } from './bootstrap.repository';
import { readBootstrapPlan, type BootstrapSpace, type BootstrapStaff } from './bootstrap.rules';

/**
 * Creates the first accounts of an empty installation from `ENGAWA_BOOTSTRAP`, once. Ids are
 * derived from names and addresses, and each step may be repeated: after a crash the next start
 * continues, and two replicas that start together end with the same result.
 */
@Injectable()
export class BootstrapService implements OnApplicationBootstrap {
  private readonly logger = new Logger('Bootstrap');

  constructor(
    @InjectConfig() private readonly config: { ENGAWA_BOOTSTRAP?: string },
    private readonly marks: BootstrapRepository,
    private readonly emails: EmailRepository,
    private readonly spaces: SpacesRepository,
    private readonly accounts: StaffAccountService,
    private readonly passwords: PasswordHashService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const text = this.config.ENGAWA_BOOTSTRAP;
    if (!text) return;
    const plan = readBootstrapPlan(text);
    const state = await this.marks.findState();
    if (state === 'done') return;
    if (state === null && !(await this.emails.isEmpty())) return this.marks.finish();
    await this.marks.begin();
    for (const space of plan.spaces) await this.createSpace(space);
    await this.marks.finish();
    const count = plan.spaces.reduce((sum, space) => sum + space.staffs.length, 0);
    this.logger.log(`First accounts made: ${plan.spaces.length} space(s), ${count} staff`);
  }

  private async createSpace(space: BootstrapSpace): Promise<void> {
    const primaryAdminId = idOf(space.staffs.find((staff) => staff.role === 'primaryAdmin')!);
    const { id, displayName, timeZone } = space;
    try {
      await this.spaces.insert(
        id,
        { id, displayName, timeZone, primaryAdminId, founding: null, handover: null },
        [
          newEvent(events.spaceCreated, {
            space: id,
            actor: null,
            aggregate: { type: 'space', id },
            version: 1,
            data: toSpaceFacts(space),
          }),
        ],
      );
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
    for (const staff of space.staffs) await this.createStaff(id, primaryAdminId, staff);
  }

  private async createStaff(
    space: string,
    primaryAdminId: string,
    staff: BootstrapStaff,
  ): Promise<void> {
    const { password, ...fields } = staff;
    const account = {
      ...fields,
      id: idOf(staff),
      excludeFromRanking: false,
      locale: 'ja' as const,
      passwordHash: await this.passwords.hash(password),
      isOnboarded: true,
      invite: false,
    };
    await this.accounts.create(space, primaryAdminId, account, { actor: null, origin: null });
  }
}

function idOf(staff: BootstrapStaff): string {
  return derivedId('bootstrap', emailKeyOf(staff.email));
}
