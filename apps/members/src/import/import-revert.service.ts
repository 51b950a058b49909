import { Injectable } from '@nestjs/common';
import { shownValues } from '../custom-field/custom-field.rules';
import { derivedFields, fieldsOf } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';
import type { MemberTerms } from '../member/member-terms.rules';
import type { ImportDocument } from './import.schema';

/**
 * Reverts an import: added members resign, updated ones get their previous values. Members changed
 * since then stay.
 */
@Injectable()
export class ImportRevert {
  constructor(private readonly members: MemberRepository) {}

  /**
   * Reverts what can be reverted with one command. Returns the reverted members, including those of
   * an attempt cut off by a crash.
   */
  async revert(
    members: readonly MemberDocument[],
    { space, id }: Pick<ImportDocument, 'space' | 'id'>,
    { customFields }: Pick<MemberTerms, 'customFields'>,
  ): Promise<MemberDocument[]> {
    const before = members.filter((member) => isReverted(member, id));
    const changes = members.flatMap((member) => {
      const set = revertedFields(member, id, customFields);
      return set ? [{ member, set }] : [];
    });
    const changed = await this.members.setAllUnlessChanged(space, changes);
    if (changed === changes.length) {
      const after = changes.map(({ member, set }) => ({
        ...member,
        ...set,
        version: member.version + 1,
      }));
      return [...before, ...after];
    }
    // Somebody changed one of them at this moment.
    const now = await this.members.findByIds(
      space,
      members.map((member) => member.id),
    );
    return now.filter((member) => isReverted(member, id));
  }
}

function isReverted({ imported }: MemberDocument, importId: string): boolean {
  return imported?.importId === importId && imported.reverted === true;
}

/** Null when the import was not the last to write the member. */
function revertedFields(
  member: MemberDocument,
  importId: string,
  known: MemberTerms['customFields'],
): Partial<MemberDocument> | null {
  const mark = member.imported;
  if (mark?.importId !== importId || mark.reverted || mark.version !== member.version) return null;
  const imported = { ...mark, reverted: true };
  if (mark.before === null) return { deleted: true, imported };
  const before = { ...fieldsOf(member), photoFileName: member.photoFileName, ...mark.before };
  // Without values of fields and choices that were deleted since the import.
  const fields = { ...before, customFields: shownValues(known, before.customFields) };
  return { ...fields, ...derivedFields(fields, { customFields: known }), imported };
}
