import { Injectable } from '@nestjs/common';
import type { AuditEntry, ListAuditEntriesQuery } from '@engawa/contracts';
import type { Page } from '@engawa/persistence';
import { StaffRepository } from '../staff/staff.repository';
import { AuditRepository } from './audit.repository';
import { toAuditEntry } from './audit.mapper';

@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly staffs: StaffRepository,
  ) {}

  /** Newest first, with the actors' names as they are now. */
  async list(space: string, query: ListAuditEntriesQuery): Promise<Page<AuditEntry>> {
    const page = await this.entries.findEntries(space, query);
    const ids = page.items.flatMap(({ actorId }) => (actorId ? [actorId] : []));
    const actors = await this.staffs.findByIds(space, ids);
    const names = new Map(actors.map(({ id, displayName }) => [id, displayName]));
    return { ...page, items: page.items.map((record) => toAuditEntry(record, names)) };
  }
}
