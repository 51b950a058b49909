import type {
  CustomField,
  Member,
  MemberDateField,
  MemberFieldKind,
  MemberFieldName,
} from '@engawa/contracts';
import type { IntlShape } from 'react-intl';

interface FieldInput {
  kind: MemberFieldKind;
  autoComplete: string;
  /** Fields of a group are adjacent in the form. */
  group: 'name' | 'contact' | 'contract' | 'memo';
}

const inputs = {
  familyName: { kind: 'line', autoComplete: 'family-name', group: 'name' },
  firstName: { kind: 'line', autoComplete: 'given-name', group: 'name' },
  familyNameKana: { kind: 'line', autoComplete: 'off', group: 'name' },
  firstNameKana: { kind: 'line', autoComplete: 'off', group: 'name' },
  company: { kind: 'line', autoComplete: 'organization', group: 'name' },
  title: { kind: 'line', autoComplete: 'organization-title', group: 'name' },
  email: { kind: 'email', autoComplete: 'off', group: 'contact' },
  phone: { kind: 'line', autoComplete: 'off', group: 'contact' },
  birthday: { kind: 'date', autoComplete: 'off', group: 'contact' },
  memberSince: { kind: 'date', autoComplete: 'off', group: 'contract' },
  contractUntil: { kind: 'date', autoComplete: 'off', group: 'contract' },
  memo: { kind: 'lines', autoComplete: 'off', group: 'memo' },
} as const satisfies Record<MemberFieldName, FieldInput>;

/** A member's fields in the order of forms. The compiler asks for each field of the contract. */
export const memberFields = Object.entries(inputs).map(([name, input]) => ({
  name: name as MemberFieldName,
  ...(input as FieldInput),
}));

/** Fields of the contact and contract groups, which cards, tables and briefs show as facts. */
export const memberFactFields = memberFields.filter(
  ({ group }) => group === 'contact' || group === 'contract',
);

export function isDateField(name: MemberFieldName): name is MemberDateField {
  return (inputs[name] as FieldInput).kind === 'date';
}

/** A day such as `1985-04-01` in words; the same day in every time zone. */
export function dayText(intl: IntlShape, day: string): string {
  return intl.formatDate(`${day}T00:00:00Z`, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
}

/** A field of a member in words; empty if it is not filled in. */
export function memberFieldText(intl: IntlShape, member: Member, name: MemberFieldName): string {
  const value = member[name] ?? '';
  return value !== '' && isDateField(name) ? dayText(intl, value) : value;
}

/** A custom field of a member in words; empty if it has no value. */
export function customFieldText(intl: IntlShape, member: Member, field: CustomField): string {
  const value = member.customFields[field.id];
  if (value === undefined) return '';
  switch (field.kind) {
    case 'choice':
      return field.choices.find(({ id }) => id === value)?.name ?? '';
    case 'date':
      return dayText(intl, String(value));
    case 'number':
      return intl.formatNumber(Number(value), { maximumFractionDigits: 20 });
    case 'text':
      return String(value);
  }
}
