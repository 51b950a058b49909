import { Injectable } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { DuplicateKey } from '@engawa/persistence';
import { auditEvent } from '../audit/audit-event.mapper';
import { EmailRepository } from '../email/email.repository';
import { emailKeyOf } from '../email/email.rules';
import { StaffAccountService, type AccountCreator } from '../staff/staff-account.service';
import { StaffRepository } from '../staff/staff.repository';
import type { StaffRecord } from '../staff/staff.schema';
import { SpaceTaken } from './space.errors';
import { toSpaceFacts } from './space.mapper';
import { SpacesRepository } from './space.repository';
import type { Founding, SpaceRecord } from './space.schema';

/** Data of a new space. */
export interface NewSpace {
  readonly id: string;
  readonly displayName: string;
  readonly timeZone: string;
  readonly founding: Founding;
}

/** Creates spaces with their primary administrators (IDN-2, IDN-10). */
@Injectable()
export class SpaceCreationService {
  constructor(
    private readonly spaces: SpacesRepository,
    private readonly emails: EmailRepository,
    private readonly staffs: StaffRepository,
    private readonly accounts: StaffAccountService,
  ) {}

  /**
   * The space names its primary administrator from its first write on; the account is created from
   * the space's data, after a crash by the sweeper. @throws SpaceTaken, EmailTaken
   */
  async create(
    space: NewSpace,
    maker: AccountCreator,
  ): Promise<{ space: SpaceRecord; staff: StaffRecord }> {
    const { staffId, email } = space.founding;
    // A repeated request: the staff id belongs to this request only.
    const founded = await this.spaces.findById(space.id, space.id);
    if (founded && (founded.founding?.staffId ?? founded.primaryAdminId) === staffId) {
      return this.finishExisting(founded, maker);
    }
    const emailKey = emailKeyOf(email);
    await this.accounts.reserve(emailKey, space.id, staffId);
    try {
      await this.spaces.insert(
        space.id,
        {
          id: space.id,
          displayName: space.displayName,
          timeZone: space.timeZone,
          primaryAdminId: staffId,
          founding: space.founding,
          handover: null,
          unfinishedSince: new Date(),
        },
        [
          newEvent(events.spaceCreated, {
            space: space.id,
            actor: maker.actor,
            aggregate: { type: 'space', id: space.id },
            version: 1,
            data: toSpaceFacts(space),
          }),
          auditEvent({
            space: space.id,
            actor: maker.actor,
            action: 'identity.space.created',
            target: { type: 'space', id: space.id, name: space.displayName },
            origin: maker.origin,
          }),
        ],
      );
    } catch (error) {
      await this.emails.release(emailKey, staffId);
      throw error instanceof DuplicateKey ? new SpaceTaken() : error;
    }
    return this.finish(await this.spaces.getSpace(space.id), maker);
  }

  private async finishExisting(space: SpaceRecord, maker: AccountCreator) {
    if (space.founding) return this.finish(space, maker);
    return { space, staff: await this.staffs.getStaff(space.id, space.primaryAdminId) };
  }

  /** Creates the account that the space names. Safe to repeat. */
  async finish(
    space: SpaceRecord,
    maker: AccountCreator,
  ): Promise<{ space: SpaceRecord; staff: StaffRecord }> {
    const { staffId, email, displayName, jobTitle, locale } = space.founding!;
    const staff = await this.accounts.create(
      space.id,
      space.primaryAdminId,
      {
        id: staffId,
        email,
        displayName,
        jobTitle,
        bio: '',
        role: 'primaryAdmin',
        god: false,
        excludeFromRanking: false,
        locale,
        passwordHash: null,
        isOnboarded: false,
        invite: true,
      },
      maker,
    );
    const done = await this.spaces.change(space.id, space.id, () => ({
      set: { founding: null },
      unset: ['unfinishedSince'],
    }));
    return { space: done?.document ?? space, staff };
  }
}
