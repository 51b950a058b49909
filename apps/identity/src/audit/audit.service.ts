import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { AuditEntry, ListAuditEntriesQuery } from '@engawa/contracts';
import type { NewDocument, Page } from '@engawa/persistence';
import { ApiTokenRepository } from '../api-token/api-token.repository';
import { StaffRepository } from '../staff/staff.repository';
import { AuditRepository } from './audit.repository';
import { toAuditEntry } from './audit.mapper';
import { ERASED_ACTION, withoutPerson, withoutStaffEmail } from './audit.rules';
import type { AuditRecord } from './audit.schema';

@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly staffs: StaffRepository,
    private readonly tokens: ApiTokenRepository,
  ) {}

  /** Newest first, with the current names of the actors; for API tokens without e-mail addresses. */
  async list(
    { space, scopes }: CurrentStaff,
    query: ListAuditEntriesQuery,
  ): Promise<Page<AuditEntry>> {
    const page = await this.entries.findEntries(space, query);
    const ids = page.items.flatMap(({ actorId }) => (actorId ? [actorId] : []));
    const [actors, integrations] = await Promise.all([
      this.staffs.findByIds(space, ids),
      this.tokens.findByIds(space, ids),
    ]);
    const names = new Map([
      ...actors.map(({ id, displayName }) => [id, displayName] as const),
      ...integrations.map(({ id, name }) => [id, name] as const),
    ]);
    const visible = scopes ? page.items.map(withoutStaffEmail) : page.items;
    return { ...page, items: visible.map((record) => toAuditEntry(record, names)) };
  }

  /**
   * Stores an entry. Entries about an erased member lose name and values, in whichever order they
   * arrive (MBR-5).
   */
  async keep(space: string, line: NewDocument<AuditRecord>): Promise<void> {
    const { target, action } = line;
    await this.entries.keep(space, line);
    if (target.type !== 'member') return;
    if (action !== ERASED_ACTION && !(await this.entries.isErased(space, target.id))) return;
    for (;;) {
      const found = await this.entries.findNaming(space, target.id);
      if (found.length === 0) return;
      for (const { id } of found) {
        await this.entries.change(space, id, (current) => {
          const { target: nameless, changes } = withoutPerson(current);
          return { set: { target: nameless, changes } };
        });
      }
    }
  }
}
