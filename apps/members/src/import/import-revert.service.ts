import { Injectable } from '@nestjs/common';
import { derivedFields, fieldsOf, memberEvent } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';

/**
 * Takes a member back to what it was before an import: added ones resign, changed ones get their
 * old values. What someone changed since stays as it is.
 */
@Injectable()
export class ImportRevert {
  constructor(private readonly members: MemberRepository) {}

  /** Answers whether the member was taken back. */
  async revert(member: MemberDocument, importId: string, actor: string): Promise<boolean> {
    const result = await this.members.change(member.space, member.id, (current, next) => {
      const mark = current.imported;
      if (mark?.importId !== importId || mark.version !== current.version) return null;
      const event = (name: 'memberDeleted' | 'memberUpdated', after: Partial<MemberDocument>) =>
        memberEvent(name, { ...current, ...after }, actor, next);
      if (mark.before === null) {
        const set = { deleted: true, imported: null };
        return { set, events: [event('memberDeleted', set)] };
      }
      const fields = { ...fieldsOf(current), photoFileName: current.photoFileName, ...mark.before };
      const set = { ...fields, ...derivedFields(fields), imported: null };
      return { set, events: [event('memberUpdated', set)] };
    });
    return result?.changed === true;
  }
}
