import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  CUSTOM_FIELD_LIMIT,
  customField,
  events,
  type AddCustomFieldInput,
  type CustomField,
  type UpdateCustomFieldInput,
} from '@engawa/contracts';
import { newEvent, newId } from '@engawa/events';
import { requestedId } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import { isCsvHeading } from '../csv/csv-heading.rules';
import { MemberRepository } from '../member/member.repository';
import { inOrder } from '../member-type/member-type.rules';
import { CustomFieldClearing } from './custom-field-clearing.service';
import {
  CustomFieldChoicesWrong,
  CustomFieldInUse,
  CustomFieldNotFound,
  CustomFieldOrderMismatch,
  CustomFieldsTooMany,
  CustomFieldTaken,
} from './custom-field.errors';
import { CustomFieldRepository } from './custom-field.repository';
import {
  choicesFit,
  fieldNameKey,
  toCustomFields,
  type StoredCustomField,
} from './custom-field.rules';
import { freeSlot } from './custom-field-sort.rules';
import { CUSTOM_FIELD_SET_ID, type CustomFieldSetDocument } from './custom-field.schema';

/** The fields that a space adds to its members (MBR-1). */
@Injectable()
export class CustomFieldService {
  constructor(
    private readonly sets: CustomFieldRepository,
    private readonly members: MemberRepository,
    private readonly clearing: CustomFieldClearing,
  ) {}

  async list(space: string): Promise<CustomField[]> {
    return toCustomFields(await this.sets.findFields(space));
  }

  async add(staff: CurrentStaff, input: AddCustomFieldInput): Promise<CustomField> {
    const id = requestedId();
    if (!choicesFit(input.kind, named(input.choices))) throw new CustomFieldChoicesWrong();
    const choices = input.choices.map((name) => ({ id: newId(), name }));
    const set = await this.sets.changeSet(staff.space, ({ fields }, { version }) => {
      requireFreeName(fields, input.name, null);
      if (fields.length >= CUSTOM_FIELD_LIMIT) throw new CustomFieldsTooMany();
      const { name, kind } = input;
      const field = { id, name, kind, choices, version: 1, slot: freeSlot(fields) };
      return {
        set: { fields: [...fields, field] },
        events: [changedEvent(staff, [id], version), fieldAudit(staff, 'added', null, field)],
      };
    });
    return shown(set, id);
  }

  /** Names show on all members immediately: they store the ids of fields and choices. */
  async update(
    staff: CurrentStaff,
    id: string,
    ifVersion: number | null,
    input: UpdateCustomFieldInput,
  ): Promise<CustomField> {
    // Values written while the kind changes do not fit it: they are hidden, and cleared below.
    const isUsed =
      input.kind !== undefined && (await this.members.isCustomFieldUsed(staff.space, id));
    let clears = false;
    const set = await this.sets.changeSet(staff.space, (stored, { version }) => {
      const { fields, clearing, clearingSince } = stored;
      const current = required(fields, id, ifVersion);
      const kind = input.kind ?? current.kind;
      if (kind !== current.kind && isUsed) throw new CustomFieldInUse();
      const keptChoices = kind === 'choice' ? current.choices : [];
      const choices = input.choices ? changedChoices(current, input.choices) : keptChoices;
      if (!choicesFit(kind, choices)) throw new CustomFieldChoicesWrong();
      const name = input.name ?? current.name;
      requireFreeName(fields, name, id);
      const changed = { ...current, name, kind, choices, version: current.version + 1 };
      const audit = fieldAudit(staff, 'updated', current, changed);
      if (audit.data.changes.length === 0) return null;
      clears =
        kind !== current.kind ||
        current.choices.some((choice) => !choices.some((one) => one.id === choice.id));
      return {
        set: {
          fields: fields.map((field) => (field.id === id ? changed : field)),
          ...(clears
            ? {
                clearing: [...new Set([...clearing, id])],
                clearingSince: clearingSince ?? new Date(),
              }
            : {}),
        },
        events: [changedEvent(staff, [id], version), audit],
      };
    });
    if (clears) this.clearing.wake();
    return shown(set, id);
  }

  /** All fields, each once, in their new order. */
  async reorder(staff: CurrentStaff, ids: readonly string[]): Promise<CustomField[]> {
    const set = await this.sets.changeSet(staff.space, ({ fields }, { version }) => {
      const ordered = inOrder(fields, ids);
      if (!ordered) throw new CustomFieldOrderMismatch();
      if (ordered.every((field, index) => field.id === fields[index]!.id)) return null;
      const names = (list: readonly StoredCustomField[]) => list.map(({ name }) => name).join('、');
      const audit = auditEvent({
        space: staff.space,
        actor: staff.staffId,
        action: 'members.customField.reordered',
        target: { type: 'customFields', id: CUSTOM_FIELD_SET_ID, name: '' },
        changes: [{ field: 'order', before: names(fields), after: names(ordered) }],
      });
      return { set: { fields: ordered }, events: [changedEvent(staff, ids, version), audit] };
    });
    return toCustomFields(set.fields);
  }

  /** Members show no value of it immediately, and lose it in the background. */
  async delete(staff: CurrentStaff, id: string, ifVersion: number | null): Promise<void> {
    await this.sets.changeSet(staff.space, (stored, { version }) => {
      const { fields, clearing, clearingSince } = stored;
      const current = required(fields, id, ifVersion);
      return {
        set: {
          fields: fields.filter((field) => field.id !== id),
          clearing: [...new Set([...clearing, id])],
          clearingSince: clearingSince ?? new Date(),
        },
        events: [changedEvent(staff, [id], version), fieldAudit(staff, 'deleted', current, null)],
      };
    });
    this.clearing.wake();
  }
}

function named(names: readonly string[]): { name: string }[] {
  return names.map((name) => ({ name }));
}

function shown(set: CustomFieldSetDocument, id: string): CustomField {
  const field = toCustomFields(set.fields).find((one) => one.id === id);
  // Deleted by another request since.
  if (!field) throw new CustomFieldNotFound();
  return field;
}

function required(
  fields: readonly StoredCustomField[],
  id: string,
  ifVersion: number | null,
): StoredCustomField {
  const found = fields.find((field) => field.id === id);
  if (!found) throw new CustomFieldNotFound();
  if (ifVersion !== null && ifVersion !== found.version) {
    const current = toCustomFields(fields).find((field) => field.id === id)!;
    throw new PreconditionFailed('members.custom-field.stale', customField, current);
  }
  return found;
}

/** A CSV addresses fields by name, so no two columns have the same. */
function requireFreeName(
  fields: readonly StoredCustomField[],
  name: string,
  exceptId: string | null,
): void {
  const key = fieldNameKey(name);
  const isTaken = fields.some((field) => field.id !== exceptId && fieldNameKey(field.name) === key);
  if (isTaken || key === '' || isCsvHeading(name)) throw new CustomFieldTaken();
}

/** Choices with a known id are kept under their new name; others are new. */
function changedChoices(
  current: StoredCustomField,
  wanted: readonly { id?: string; name: string }[],
): StoredCustomField['choices'] {
  const known = new Set(current.choices.map(({ id }) => id));
  return wanted.map(({ id, name }) => {
    const keeps = id !== undefined && known.delete(id);
    return { id: keeps ? id : newId(), name };
  });
}

/** Makes open windows reload the fields. `version`: of the set. */
function changedEvent(
  { space, staffId }: CurrentStaff,
  fieldIds: readonly string[],
  version: number,
) {
  return newEvent(events.customFieldsChanged, {
    space,
    actor: staffId,
    aggregate: { type: 'customFields', id: CUSTOM_FIELD_SET_ID },
    version,
    data: { fieldIds: [...fieldIds] },
  });
}

function fieldAudit(
  staff: CurrentStaff,
  done: 'added' | 'updated' | 'deleted',
  before: StoredCustomField | null,
  after: StoredCustomField | null,
) {
  const field = (after ?? before)!;
  const choices = (one: StoredCustomField | null) =>
    one?.choices.map(({ name }) => name).join('、') || null;
  const rows = [
    { field: 'displayName', before: before?.name ?? null, after: after?.name ?? null },
    { field: 'kind', before: before?.kind ?? null, after: after?.kind ?? null },
    { field: 'choices', before: choices(before), after: choices(after) },
  ];
  return auditEvent({
    space: staff.space,
    actor: staff.staffId,
    action: `members.customField.${done}`,
    target: { type: 'customField', id: field.id, name: field.name },
    changes: done === 'updated' ? rows.filter((row) => row.before !== row.after) : [],
  });
}
