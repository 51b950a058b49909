import { Injectable } from '@nestjs/common';
import type { ImportReversal } from '@engawa/imports';
import { shownValues } from '../custom-field/custom-field.rules';
import { derivedFields, fieldsOf } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';
import type { MemberTerms } from '../member/member-terms.rules';
import { MemberTermsReader } from '../member/member-terms.service';
import { importedEventOf } from './import.mapper';
import { CHUNK_ROWS, type ImportDocument } from './import.schema';

/**
 * Reverts an import: added members resign, updated ones get their previous values. Members changed
 * since then stay.
 */
@Injectable()
export class ImportRevert implements ImportReversal<ImportDocument, MemberDocument> {
  constructor(
    private readonly members: MemberRepository,
    private readonly terms: MemberTermsReader,
  ) {}

  read({ space, id }: ImportDocument, afterRow: number): Promise<MemberDocument[]> {
    return this.members.findImported(space, id, afterRow, CHUNK_ROWS);
  }

  /** Returns how many members are reverted, including those of an attempt cut off by a crash. */
  async apply(members: readonly MemberDocument[], job: ImportDocument): Promise<number> {
    const { space, id } = job;
    const terms = await this.terms.of(space);
    const now = await this.members.changeAll(
      space,
      members,
      (member) => revertedFields(member, id, terms),
      importedEventOf(job),
    );
    return now.filter(({ imported }) => imported?.importId === id && imported.reverted).length;
  }
}

/** Null when the import was not the last to write the member. */
function revertedFields(
  member: MemberDocument,
  importId: string,
  { customFields, typeNames }: MemberTerms,
): Partial<MemberDocument> | null {
  const mark = member.imported;
  if (mark?.importId !== importId || mark.reverted || mark.version !== member.version) return null;
  const imported = { ...mark, reverted: true };
  if (mark.before === null) return { deleted: true, imported };
  const before = { ...fieldsOf(member), photoFileName: member.photoFileName, ...mark.before };
  // Without a type, and values of fields and choices, that were deleted since the import.
  const typeId = before.typeId && typeNames.has(before.typeId) ? before.typeId : null;
  const fields = {
    ...before,
    typeId,
    customFields: shownValues(customFields, before.customFields),
  };
  return { ...fields, ...derivedFields(fields, { customFields }), imported };
}
