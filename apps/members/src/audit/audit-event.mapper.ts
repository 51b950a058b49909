import { newAuditEvent } from '@engawa/auth';
import { events, memberFieldNames, type AuditFacts } from '@engawa/contracts';
import type { EventOf } from '@engawa/events';
import { valueText, type StoredCustomField } from '../custom-field/custom-field.rules';
import type { MemberTerms } from '../member/member-terms.rules';
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
/** Old and new values of the editable fields; the type by its name. */
export function memberChanges(
  before: Partial<MemberDocument> | null,
  after: Partial<MemberDocument>,
  { typeNames, customFields }: MemberTerms,
): AuditChanges {
  const value = (text: string | null | undefined) => text?.slice(0, MAX_VALUE_LENGTH) || null;
  const typeName = (typeId: string | null | undefined) => typeNames.get(typeId ?? '') ?? null;
  const custom = (member: Partial<MemberDocument> | null, field: StoredCustomField) =>
    value(valueText(field, member?.customFields?.[field.id]));
  const rows = [
    ...memberFieldNames.map((field) => ({
      field,
      before: value(before?.[field]),
      after: value(after[field]),
    })),
    { field: 'memberType', before: typeName(before?.typeId), after: typeName(after.typeId) },
    ...customFields.map((field) => ({
      field: field.name,
      before: custom(before, field),
      after: custom(after, field),
    })),
  ];
  return rows.filter((row) => row.before !== row.after);
}
