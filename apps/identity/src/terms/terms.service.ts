import { Injectable } from '@nestjs/common';
import type { Session } from '@engawa/contracts';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { SessionService } from '../session/session.service';
import { StaffRepository } from '../staff/staff.repository';

/** Agreement to the terms of use (IDN-6). */
@Injectable()
export class TermsService {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly sessions: SessionService,
  ) {}

  async agree(caller: Caller): Promise<Session> {
    await this.staffs.change(caller.space, caller.staffId, (current) =>
      current.isAgreedToTOU
        ? null
        : {
            set: { isAgreedToTOU: true },
            events: [
              auditEvent({
                space: caller.space,
                actor: caller.staffId,
                action: 'identity.terms.agreed',
                target: { type: 'staff', id: current.id, name: current.displayName },
                origin: caller,
              }),
            ],
          },
    );
    return this.sessions.get(caller);
  }
}
