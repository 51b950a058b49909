import { events, type AuditFacts } from '@engawa/contracts';
import { newAuditEvent, type EventOf } from '@engawa/events';
import type { MemberDocument } from '../member/member.schema';

type AuditChanges = AuditFacts['changes'];

/** An audit event (IDN-13), to be written with its change. */
export function auditEvent(line: {
  space: string;
  /** Staff member who did it; null for the system. */
  actor: string | null;
  action: `members.${string}.${string}`;
  target: AuditFacts['target'];
  changes?: AuditChanges;
}): EventOf<typeof events.membersAudited> {
  return newAuditEvent(events.membersAudited, line);
}

/** An audit event about a member, with the current name. */
export function memberAudit(
  by: { space: string; staffId: string },
  action: `members.member.${string}`,
  member: Pick<MemberDocument, 'id' | 'familyName' | 'firstName'>,
  changes: AuditChanges = [],
): EventOf<typeof events.membersAudited> {
  return auditEvent({
    space: by.space,
    actor: by.staffId,
    action,
    target: {
      type: 'member',
      id: member.id,
      name: `${member.familyName} ${member.firstName}`.trim(),
    },
    changes,
  });
}

/** Longest text stored in the audit log; a memo may be much longer. */
const MAX_VALUE_LENGTH = 500;
const auditedFields = [
  'familyName',
  'firstName',
  'familyNameKana',
  'firstNameKana',
  'company',
  'title',
  'memo',
] as const;

/** Old and new values of the editable fields; the type by its name. */
export function memberChanges(
  before: Partial<MemberDocument> | null,
  after: Partial<MemberDocument>,
  typeNames: ReadonlyMap<string, string>,
): AuditChanges {
  const value = (text: string | undefined) => text?.slice(0, MAX_VALUE_LENGTH) || null;
  const typeName = (typeId: string | null | undefined) => typeNames.get(typeId ?? '') ?? null;
  const rows = [
    ...auditedFields.map((field) => ({
      field,
      before: value(before?.[field]),
      after: value(after[field]),
    })),
    { field: 'memberType', before: typeName(before?.typeId), after: typeName(after.typeId) },
  ];
  return rows.filter((row) => row.before !== row.after);
}
