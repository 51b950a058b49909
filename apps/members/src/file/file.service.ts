import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { memberEntriesAnswer, type Member, type MemberFile } from '@engawa/contracts';
import { EventBus, QuestionUnanswered } from '@engawa/events';
import { ProblemError } from '@engawa/service-kit';
import { memberAudit } from '../audit/audit-event.mapper';
import { valueText } from '../custom-field/custom-field.rules';
import { MemberNoPermission, MemberNotFound } from '../member/member.errors';
import { toMember } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';
import type { MemberTerms } from '../member/member-terms.rules';
import { MemberTermsReader } from '../member/member-terms.service';
import { ErasureService } from './erasure.service';
import { MemberHistoryService } from './history.service';

/** Exports or erases a member's personal data (MBR-5); both are audited. */
@Injectable()
export class MemberFileService {
  constructor(
    private readonly members: MemberRepository,
    private readonly terms: MemberTermsReader,
    private readonly history: MemberHistoryService,
    private readonly erasures: ErasureService,
    private readonly bus: EventBus,
  ) {}

  async disclose(staff: CurrentStaff, id: string): Promise<MemberFile> {
    const document = await this.required(staff, id);
    const terms = await this.terms.of(staff.space);
    const written = await this.entriesOf(staff.space, id);
    const audit = memberAudit(staff, 'members.member.disclosed', document);
    await this.members.appendEvent(staff.space, id, audit);
    const merged = await this.mergedInto(staff.space, id);
    return {
      ...recordOf(document, terms),
      mergedRecords: merged.filter((one) => !one.erased).map((one) => recordOf(one, terms)),
      imported: document.imported !== null && !document.imported.reverted,
      history: await this.history.of(staff.space, document),
      entries: written.entries,
      entriesAreComplete: written.complete,
    };
  }

  /**
   * Erases name, kana, company, notes and photo permanently, of the member and all members merged
   * into it; the row stays as a resigned member, and figures keep their counts. Other services
   * follow the event.
   */
  async erase(staff: CurrentStaff, id: string, familyName: string): Promise<Member> {
    const asked = await this.required(staff, id);
    // An erased member has no name to compare: an attempt that erased it compared the name.
    if (!asked.erased && asked.familyName.trim() !== familyName.trim()) {
      throw new ProblemError('members.file.wrong-name', { status: 422 });
    }
    const survivor = await this.survivorOf(staff.space, asked);
    const merged = await this.mergedInto(staff.space, survivor.id);
    const people = [survivor, ...merged];
    if (!people.every((one) => one.erased)) await this.erasures.note(staff, survivor.id, people);
    const memberIds = people.map((one) => one.id);
    await this.erasures.erase(staff, { id: survivor.id, memberIds });
    return toMember(await this.required(staff, id), await this.terms.of(staff.space));
  }

  /** The member that remains of this one after merges. */
  private async survivorOf(space: string, member: MemberDocument): Promise<MemberDocument> {
    let survivor = member;
    for (const seen = new Set([member.id]); survivor.merged && !seen.has(survivor.merged.into);) {
      seen.add(survivor.merged.into);
      const into = await this.members.findById(space, survivor.merged.into);
      if (!into) break;
      survivor = into;
    }
    return survivor;
  }

  /** All members merged into this one, directly or through others. */
  private async mergedInto(space: string, id: string): Promise<MemberDocument[]> {
    const [, ...merged] = await this.members.findMergedIds(space, id);
    return this.members.findByIds(space, merged);
  }

  private async entriesOf(space: string, memberId: string) {
    try {
      const answer = await this.bus.ask<unknown>(
        'search.findMemberEntries',
        { space, memberId },
        { timeoutMillis: 10_000 },
      );
      return memberEntriesAnswer.parse(answer);
    } catch (error) {
      if (!(error instanceof QuestionUnanswered)) throw error;
      throw new ProblemError('members.file.unavailable', { status: 503 });
    }
  }

  private async required(staff: CurrentStaff, id: string): Promise<MemberDocument> {
    if (!staff.can('member.delete')) throw new MemberNoPermission();
    const document = await this.members.findById(staff.space, id);
    if (!document) throw new MemberNotFound();
    return document;
  }
}

/** The fields that staff filled in; custom ones by name and in words. */
function recordOf(document: MemberDocument, terms: MemberTerms) {
  return {
    member: toMember(document, terms),
    customFields: terms.customFields.flatMap((field) => {
      const value = valueText(field, document.customFields?.[field.id]);
      return value === '' ? [] : [{ name: field.name, value }];
    }),
  };
}
