import { ERASED_NAME, type AuditFacts } from '@engawa/contracts';

/** Action of an erasure (MBR-5). */
export const ERASED_ACTION = 'members.member.erased';

/** Removes name and values from an entry about an erased person; who did what when stays. */
export function withoutPerson<Line extends Pick<AuditFacts, 'target' | 'changes'>>(
  line: Line,
): Line {
  return {
    ...line,
    target: { ...line.target, name: ERASED_NAME },
    changes: line.changes.map(({ field }) => ({ field, before: null, after: null })),
  };
}

/** Removes old and new e-mail addresses from an entry about a staff member. */
export function withoutStaffEmail<Line extends Pick<AuditFacts, 'target' | 'changes'>>(
  line: Line,
): Line {
  if (line.target.type !== 'staff') return line;
  const hide = (change: AuditFacts['changes'][number]) =>
    change.field === 'email' ? { field: change.field, before: null, after: null } : change;
  return { ...line, changes: line.changes.map(hide) };
}
