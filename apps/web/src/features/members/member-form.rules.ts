import type {
  AddMemberInput,
  CustomField,
  CustomFieldChanges,
  Member,
  MemberFieldName,
} from '@engawa/contracts';
import { isDateField, memberFields } from '../../shared/directory/member-fields';

type CustomName = `custom:${string}`;
export type MemberFormName = MemberFieldName | 'typeId' | CustomName;

/** What the form holds: every value as text, of custom fields under `custom:` and their id. */
export type MemberFormFields = Record<MemberFieldName | 'typeId', string> &
  Partial<Record<CustomName, string>>;

export function formFieldsOf(member: Member | null): MemberFormFields {
  const fields = memberFields.map(({ name }) => [name, member?.[name] ?? '']);
  const custom = Object.entries(member?.customFields ?? {}).map(([id, value]) => [
    `custom:${id}`,
    String(value),
  ]);
  return Object.fromEntries([...fields, ['typeId', member?.typeId ?? ''], ...custom]);
}

/** The body of addMember or updateMember: only custom fields that exist and were changed. */
export function bodyOf(
  form: MemberFormFields,
  base: Member | null,
  fields: readonly CustomField[],
): AddMemberInput {
  const values = Object.fromEntries(
    memberFields.map(({ name }) => {
      const text = form[name];
      return [name, isDateField(name) && text === '' ? null : text];
    }),
  );
  const customFields: CustomFieldChanges = {};
  for (const { id, kind } of fields) {
    // Undefined: nothing was typed, or somebody else removed the value.
    const text = form[`custom:${id}`]?.trim();
    if (text === undefined || text === String(base?.customFields[id] ?? '')) continue;
    if (text === '') customFields[id] = null;
    else customFields[id] = kind === 'number' ? Number(text) : text;
  }
  return {
    ...(values as Omit<AddMemberInput, 'typeId' | 'customFields'>),
    typeId: form.typeId || null,
    customFields,
  };
}
