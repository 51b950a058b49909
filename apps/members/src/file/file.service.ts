import { Inject, Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { events, memberEntriesAnswer, type Member, type MemberFile } from '@engawa/contracts';
import { EventBus, newEvent, QuestionUnanswered } from '@engawa/events';
import { ProblemError } from '@engawa/service-kit';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { auditEvent } from '../audit/audit-event.mapper';
import { MemberCounts } from '../member/member-count.service';
import { MemberNoPermission, MemberNotFound } from '../member/member.errors';
import { derivedFields, toFacts, toMember } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';
import { MemberTypeService } from '../member-type/member-type.service';
import { photoKeys } from '../photo/photo.service';

/** What stands where a name was. */
const ERASED = '（消去済み）';

/** Gives a member's file out, or erases it (MBR-5); both are told to the audit log. */
@Injectable()
export class MemberFileService {
  constructor(
    private readonly members: MemberRepository,
    private readonly types: MemberTypeService,
    private readonly counts: MemberCounts,
    private readonly bus: EventBus,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  async disclose(staff: CurrentStaff, id: string): Promise<MemberFile> {
    const document = await this.required(staff, id);
    const told = await this.entriesOf(staff.space, id);
    await this.members.noteEvent(staff.space, id, this.audit(staff, document, 'disclosed'));
    return {
      member: toMember(document, await this.types.names(staff.space)),
      imported: document.imported !== null,
      entries: told.entries,
      entriesAreComplete: told.complete,
    };
  }

  /** For ever: name, kana, company, notes and photo go; the resigned member and figures stay. */
  async erase(staff: CurrentStaff, id: string, familyName: string): Promise<Member> {
    const before = await this.required(staff, id);
    const blank = {
      familyName: ERASED,
      firstName: '',
      familyNameKana: '',
      firstNameKana: '',
      company: '',
      title: '',
      memo: '',
      typeId: null,
    };
    const set = {
      ...blank,
      ...derivedFields(blank),
      photoUrl: null,
      thumbPhotoUrl: null,
      photoFileName: '',
      imported: null,
      deleted: true,
    };
    const result = await this.members.change(staff.space, id, (current, next) => {
      if (current.familyName.trim() !== familyName.trim()) {
        throw new ProblemError('members.file.wrong-name', { status: 422 });
      }
      const event = newEvent(events.memberDeleted, {
        space: staff.space,
        actor: staff.staffId,
        aggregate: { type: 'member', id },
        version: next.version,
        at: next.at,
        data: toFacts({ ...current, ...set }),
      });
      return { set, events: [event, this.audit(staff, { ...current, ...blank }, 'erased')] };
    });
    if (!result) throw new MemberNotFound();
    for (const key of photoKeys(before.photoUrl)) await this.files.remove(key);
    this.counts.moved(staff.space, before, result.document);
    return toMember(result.document, await this.types.names(staff.space));
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

  private audit(
    staff: CurrentStaff,
    member: Pick<MemberDocument, 'id' | 'familyName' | 'firstName'>,
    done: 'disclosed' | 'erased',
  ) {
    return auditEvent({
      space: staff.space,
      actor: staff.staffId,
      action: `members.member.${done}`,
      target: {
        type: 'member',
        id: member.id,
        name: `${member.familyName} ${member.firstName}`.trim(),
      },
    });
  }

  private async required(staff: CurrentStaff, id: string): Promise<MemberDocument> {
    if (!staff.can('member.delete')) throw new MemberNoPermission();
    const document = await this.members.findById(staff.space, id);
    if (!document) throw new MemberNotFound();
    return document;
  }
}
