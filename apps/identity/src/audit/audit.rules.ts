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
