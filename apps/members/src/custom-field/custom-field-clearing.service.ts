import { Injectable } from '@nestjs/common';
import { StaleVersion } from '@engawa/persistence';
import { ClearingProcessor } from '../clearing/clearing-processor';
import { cleared } from '../clearing/clearing-set.repository';
import { MemberRepository } from '../member/member.repository';
import { derivedFields, fieldsOf, memberEvent } from '../member/member.mapper';
import { CustomFieldRepository } from './custom-field.repository';
import { changedValues, fits, type StoredCustomField } from './custom-field.rules';
import { CUSTOM_FIELD_SET_ID, type CustomFieldSetDocument } from './custom-field.schema';

const BATCH_SIZE = 200;
/** Between the check of a write and the write; more than a step of an import takes. */
const LONGEST_WRITE_MS = 3_600_000;

/** Removes the values of deleted fields and choices from members in the background. */
@Injectable()
export class CustomFieldClearing extends ClearingProcessor<CustomFieldSetDocument> {
  constructor(
    private readonly fieldSets: CustomFieldRepository,
    private readonly members: MemberRepository,
  ) {
    super('clearing-custom-fields', fieldSets);
  }

  /**
   * Clears values that do not fit any more from members who were written at this time. A field or choice
   * can be deleted between the check of a write and the write, and be cleared before it; members are
   * read only where that may be so.
   */
  async clearWritten(space: string, memberIds: readonly string[], at: Date): Promise<void> {
    const set = await this.fieldSets.findById(space, CUSTOM_FIELD_SET_ID);
    if (!set) return;
    const lastCleared = set.clearing.length > 0 ? at : set.clearedAt;
    if (!lastCleared || at.getTime() > lastCleared.getTime() + LONGEST_WRITE_MS) return;
    for (const { id, customFields = {} } of await this.members.findByIds(space, memberIds)) {
      for (const [fieldId, value] of Object.entries(customFields)) {
        const isKept = set.fields.some((field) => field.id === fieldId && fits(field, value));
        if (!isKept) await this.clearMember(space, id, fieldId);
      }
    }
  }

  protected async clear(
    { space, fields: known }: CustomFieldSetDocument,
    fieldId: string,
    signal: AbortSignal,
  ): Promise<void> {
    const version = versionOf(known, fieldId);
    for (let after = ''; ;) {
      const found = await this.members.findWithCustomField(space, fieldId, after, BATCH_SIZE);
      for (const member of found) {
        if (signal.aborted) return;
        await this.clearMember(space, member.id, fieldId);
      }
      if (found.length < BATCH_SIZE) break;
      after = found.at(-1)!.id;
    }
    if (version === null) await this.members.forgetFieldInMarks(space, fieldId);
    // Changed meanwhile, perhaps without another choice: the next attempt starts over.
    await this.sets.changeSet(space, (set) =>
      versionOf(set.fields, fieldId) === version ? cleared(set, fieldId) : null,
    );
  }

  private async clearMember(space: string, id: string, fieldId: string): Promise<void> {
    for (;;) {
      const member = await this.members.findById(space, id);
      const value = member?.customFields?.[fieldId];
      if (!member || value === undefined) return;
      // Read after the member: a value that was entered meanwhile fits these fields.
      const fields = await this.fieldSets.findFields(space);
      if (fields.some((field) => field.id === fieldId && fits(field, value))) return;
      try {
        await this.members.change(
          space,
          id,
          (current, next) => {
            const customFields = changedValues(current.customFields, { [fieldId]: null });
            const after = { ...fieldsOf(current), customFields };
            const set = { customFields, ...derivedFields(after, { customFields: fields }) };
            return {
              set,
              events: [memberEvent('memberUpdated', { ...current, ...set }, null, next)],
            };
          },
          { ifVersion: member.version },
        );
        return;
      } catch (error) {
        if (!(error instanceof StaleVersion)) throw error;
      }
    }
  }
}

/** Null for a deleted field. */
function versionOf(fields: readonly StoredCustomField[], fieldId: string): number | null {
  return fields.find(({ id }) => id === fieldId)?.version ?? null;
}
