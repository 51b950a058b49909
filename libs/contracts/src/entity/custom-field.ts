import { z } from 'zod';
import { id, line, lines, version } from '../primitive';

/** Most fields of its own that a space adds to its members (MBR-1). */
export const CUSTOM_FIELD_LIMIT = 20;
/** Most choices of a field. */
export const CUSTOM_FIELD_CHOICE_LIMIT = 50;
/** Longest name of a field or choice, and longest text in a field, in UTF-16 units. */
export const CUSTOM_FIELD_NAME_MAX_LENGTH = 50;
export const CUSTOM_FIELD_TEXT_MAX_LENGTH = 1_000;
/** Largest number in a field, so that it is the same number in every program. */
export const CUSTOM_FIELD_MAX_NUMBER = 1e15;

export const customFieldKinds = ['text', 'number', 'date', 'choice'] as const;
export const customFieldKind = z.enum(customFieldKinds);
export type CustomFieldKind = z.infer<typeof customFieldKind>;

const name = line(CUSTOM_FIELD_NAME_MAX_LENGTH).pipe(z.string().min(1));

/** A field that the space added to its members, in its order. */
export const customField = z
  .object({
    id,
    version,
    name: z.string(),
    kind: customFieldKind,
    choices: z
      .array(z.object({ id, name: z.string() }))
      .meta({ description: 'What a field of the kind `choice` offers, in order; otherwise empty' }),
    order: z.int(),
  })
  .meta({ id: 'CustomField' });
export type CustomField = z.infer<typeof customField>;
export const listCustomFieldsAnswer = z.object({ items: z.array(customField) });

/** addCustomField: a name that no other field and no column of the member CSV has. */
export const addCustomFieldInput = z.strictObject({
  name,
  kind: customFieldKind,
  choices: z
    .array(name)
    .max(CUSTOM_FIELD_CHOICE_LIMIT)
    .default([])
    .meta({ description: 'Names of the choices, for the kind `choice`' }),
});
export type AddCustomFieldInput = z.infer<typeof addCustomFieldInput>;

/** updateCustomField: given parts change. */
export const updateCustomFieldInput = z
  .strictObject({
    name,
    kind: customFieldKind.meta({
      description: 'Changes only while no member has a value in the field',
    }),
    choices: z
      .array(z.strictObject({ id: id.optional(), name }))
      .max(CUSTOM_FIELD_CHOICE_LIMIT)
      .meta({
        description:
          'All choices in order: with its id a choice is kept or renamed, without one it is new; members whose choice is left out show none',
      }),
  })
  .partial();
export type UpdateCustomFieldInput = z.infer<typeof updateCustomFieldInput>;

export const reorderCustomFieldsInput = z.strictObject({
  ids: z.array(id).max(CUSTOM_FIELD_LIMIT),
});
export type ReorderCustomFieldsInput = z.infer<typeof reorderCustomFieldsInput>;

/** A value: a text, a number, a day (`1985-04-01`) or the id of a choice. */
export const customFieldValue = z.union([
  lines(CUSTOM_FIELD_TEXT_MAX_LENGTH),
  z.number().min(-CUSTOM_FIELD_MAX_NUMBER).max(CUSTOM_FIELD_MAX_NUMBER),
]);
export type CustomFieldValue = z.infer<typeof customFieldValue>;

/** A member's values by the id of their field; fields without a value are left out. */
export const customFieldValues = z.record(id, customFieldValue).meta({
  description: 'Values of the fields of the space by field id: text, number, day or id of a choice',
  example: { '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b': 'A-12' },
});
export type CustomFieldValues = z.infer<typeof customFieldValues>;

/** Changes of a member's values: `null` or an empty text removes one, others stay. */
export const customFieldChanges = z
  .record(id, customFieldValue.nullable())
  .refine((changes) => Object.keys(changes).length <= CUSTOM_FIELD_LIMIT, {
    error: 'too-many',
    params: { maximum: CUSTOM_FIELD_LIMIT },
  })
  .meta({
    description: 'Values by field id; `null` removes a value, fields that are left out stay',
    example: { '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b': 'A-12' },
  });
export type CustomFieldChanges = z.infer<typeof customFieldChanges>;
