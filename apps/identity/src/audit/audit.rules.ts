import { ERASED_NAME, type AuditFacts } from '@engawa/contracts';

/** The line that says that a member's personal data are gone for ever (MBR-5). */
export const ERASED_ACTION = 'members.member.erased';

/** A line about someone who was erased: who did what when stays, name and values go. */
export function withoutPerson<Line extends Pick<AuditFacts, 'target' | 'changes'>>(
  line: Line,
): Line {
  return {
    ...line,
    target: { ...line.target, name: ERASED_NAME },
    changes: line.changes.map(({ field }) => ({ field, before: null, after: null })),
  };
}
