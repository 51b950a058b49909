import { Injectable, Logger } from '@nestjs/common';
import { newId } from '@engawa/persistence';
import { afterResponse } from '../caller/after-response';
import type { Origin } from '../caller/caller.rules';
import type { StaffRecord } from '../staff/staff.schema';
import { AuditService } from './audit.service';

/** Tells administrators that an account may be under attack (IDN-4, IDN-13). */
@Injectable()
export class LockAuditService {
  private readonly logger = new Logger('LockAudit');

  constructor(private readonly audit: AuditService) {}

  /**
   * Records that a staff member's sign-ins are locked, after the response: it must not take longer
   * for an existing address.
   */
  recordAfterResponse(staff: StaffRecord, { network, userAgent }: Origin): void {
    const line = {
      id: newId(),
      at: new Date(),
      actorId: null,
      action: 'identity.account.locked',
      target: { type: 'staff', id: staff.id, name: staff.displayName },
      changes: [],
      network,
      userAgent,
    };
    afterResponse()
      .then(() => this.audit.keep(staff.space, line))
      .catch((error: unknown) => {
        this.logger.warn(`A lock is not in the audit log: ${String(error)}`);
      });
  }
}
