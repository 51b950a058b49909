import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  events,
  type Member,
  type MemberMerge,
  type MergeMembersInput,
  type MergePreview,
} from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { auditEvent } from '../audit/audit-event.mapper';
import { MemberCounts } from '../member/member-count.service';
import { MemberNoPermission, MemberNotFound } from '../member/member.errors';
import { derivedFields, fieldsOf, toFacts, toMember } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';
import { MemberTypeService } from '../member-type/member-type.service';
import { TalkRepository } from '../talk/talk.repository';
import { TalkService } from '../talk/talk.service';
import { MergeNotFound, MergeSameMember, MergeUndoConflict, MergeWrongState } from './merge.errors';
import { standingFields, takenFields } from './merge.rules';

const GROUPS = 50;

/**
 * Merges members who are one person (MBR-5). The other stays as a resigned member that points to
 * the kept one; whoever names it shows the kept one. Nothing is rewritten, so it can be undone.
 */
@Injectable()
export class MergeService {
  constructor(
    private readonly members: MemberRepository,
    private readonly types: MemberTypeService,
    private readonly talks: TalkService,
    private readonly talked: TalkRepository,
    private readonly counts: MemberCounts,
  ) {}

  /** Members that are likely one person. */
  async findDuplicates(space: string): Promise<{ groups: { members: Member[] }[] }> {
    const typeNames = await this.types.names(space);
    const groups = await this.members.findDuplicates(space, GROUPS);
    const found = await this.members.findByIds(space, groups.flat());
    const byId = new Map(found.map((member) => [member.id, toMember(member, typeNames)]));
    return {
      groups: groups
        .map((ids) => ({ members: ids.slice(0, 20).flatMap((id) => byId.get(id) ?? []) }))
        .filter(({ members }) => members.length > 1),
    };
  }

  /** The two, and what would become of them. */
  async preview(staff: CurrentStaff, input: MergeMembersInput): Promise<MergePreview> {
    const { kept, other } = await this.pair(staff, input);
    const typeNames = await this.types.names(staff.space);
    const taken = takenFields(kept, other, input.take);
    return {
      kept: toMember(kept, typeNames),
      other: toMember(other, typeNames),
      merged: toMember({ ...kept, ...taken }, typeNames),
      talks: await this.talked.countOf(staff.space, other.id),
    };
  }

  async merge(staff: CurrentStaff, input: MergeMembersInput): Promise<MemberMerge> {
    const { kept, other } = await this.pair(staff, input);
    const taken = takenFields(kept, other, input.take);
    const keptBefore = standingFields(kept, taken);
    const after = await this.members.change(staff.space, kept.id, (current, next) => {
      if (current.deleted) throw new MergeWrongState();
      if (Object.keys(taken).length === 0) return null;
      return this.changed(staff, current, next, 'memberUpdated', taken);
    });
    if (!after) throw new MemberNotFound();
    const gone = await this.members.change(staff.space, other.id, (current, next) => {
      if (current.deleted) throw new MergeWrongState();
      const merged = {
        into: kept.id,
        at: next.at,
        by: staff.staffId,
        keptBefore,
        keptVersion: after.document.version,
      };
      return this.changed(
        staff,
        current,
        next,
        'memberDeleted',
        { deleted: true, merged },
        'merged',
      );
    });
    if (!gone) throw new MemberNotFound();
    return this.finish(staff, after.document, other, gone.document);
  }

  /** Takes a merge back; refused where the kept member was changed since. */
  async undo(staff: CurrentStaff, otherId: string): Promise<MemberMerge> {
    this.requireDelete(staff);
    const other = await this.members.findById(staff.space, otherId);
    const mark = other?.merged;
    if (!other || !mark) throw new MergeNotFound();
    const kept = await this.members.findById(staff.space, mark.into);
    if (!kept) throw new MergeNotFound();
    const took = Object.keys(mark.keptBefore).length > 0;
    if (took && kept.version !== mark.keptVersion) throw new MergeUndoConflict();
    const back = await this.members.change(staff.space, other.id, (current, next) => {
      if (!current.merged) throw new MergeNotFound();
      const set = { deleted: false, merged: null };
      return this.changed(staff, current, next, 'memberRestored', set, 'unmerged');
    });
    const standing = await this.members.change(staff.space, kept.id, (current, next) => {
      if (!took || current.version !== mark.keptVersion) return null;
      return this.changed(staff, current, next, 'memberUpdated', mark.keptBefore);
    });
    return this.finish(staff, standing!.document, other, back!.document);
  }

  private changed(
    staff: CurrentStaff,
    current: MemberDocument,
    next: { version: number; at: Date },
    name: 'memberUpdated' | 'memberDeleted' | 'memberRestored',
    set: Partial<MemberDocument>,
    audited: 'merged' | 'unmerged' | null = null,
  ) {
    const fields = { ...fieldsOf(current), ...pickFields(set) };
    const event = newEvent(events[name], {
      space: staff.space,
      actor: staff.staffId,
      aggregate: { type: 'member', id: current.id },
      version: next.version,
      at: next.at,
      data: toFacts({ ...current, ...set }),
    });
    const audit =
      audited &&
      auditEvent({
        space: staff.space,
        actor: staff.staffId,
        action: `members.member.${audited}`,
        target: {
          type: 'member',
          id: current.id,
          name: `${current.familyName} ${current.firstName}`.trim(),
        },
      });
    return {
      set: { ...set, ...derivedFields(fields) },
      events: audit ? [event, audit] : [event],
    };
  }

  private async finish(
    staff: CurrentStaff,
    kept: MemberDocument,
    before: MemberDocument,
    other: MemberDocument,
  ): Promise<MemberMerge> {
    this.counts.moved(staff.space, before, other);
    await this.talks.refresh(staff.space, kept.id);
    const typeNames = await this.types.names(staff.space);
    const now = (await this.members.findById(staff.space, kept.id)) ?? kept;
    return { kept: toMember(now, typeNames), other: toMember(other, typeNames) };
  }

  private async pair(
    staff: CurrentStaff,
    { keptId, otherId }: MergeMembersInput,
  ): Promise<{ kept: MemberDocument; other: MemberDocument }> {
    this.requireDelete(staff);
    if (keptId === otherId) throw new MergeSameMember();
    const found = await this.members.findByIds(staff.space, [keptId, otherId]);
    const kept = found.find(({ id }) => id === keptId);
    const other = found.find(({ id }) => id === otherId);
    if (!kept || !other) throw new MemberNotFound();
    if (kept.deleted || other.deleted) throw new MergeWrongState();
    return { kept, other };
  }

  private requireDelete(staff: CurrentStaff): void {
    if (!staff.can('member.delete')) throw new MemberNoPermission();
  }
}

function pickFields(set: Partial<MemberDocument>): Partial<ReturnType<typeof fieldsOf>> {
  const { familyName, firstName, familyNameKana, firstNameKana, company, title, memo, typeId } =
    set;
  const fields = {
    familyName,
    firstName,
    familyNameKana,
    firstNameKana,
    company,
    title,
    memo,
    typeId,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
