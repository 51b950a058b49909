import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { events, MemberMerge, MergeMembersInput } from '@engawa/contracts';
import type { EventOf } from '@engawa/events';
import { memberAudit, memberChanges } from '../audit/audit-event.mapper';
import { MemberCounts } from '../member/member-count.service';
import { MemberIsErased, MemberNotFound } from '../member/member.errors';
import { derivedFields, fieldsOf, memberEvent, toMember } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument, MergeAttempt, MergeValues } from '../member/member.schema';
import type { MemberTerms } from '../member/member-terms.rules';
import { MemberTermsReader } from '../member/member-terms.service';
import { TalkService } from '../talk/talk.service';
import { MergeNotFound, MergeWrongState } from './merge.errors';
import { MergeReader } from './merge-reader.service';
import {
  attemptFrom,
  fieldsToGiveBack,
  isOvertaken,
  mergeAttemptOf,
  passedOnBefore,
  requireDelete,
  withKnownValues,
  withoutAttempt,
} from './merge.rules';

/**
 * Merges members who are one person (MBR-5). The other stays as a resigned member that points to
 * the remaining one; references show that one. Nothing is rewritten, so a merge can be undone.
 */
@Injectable()
export class MergeService {
  constructor(
    private readonly members: MemberRepository,
    private readonly reader: MergeReader,
    private readonly terms: MemberTermsReader,
    private readonly talks: TalkService,
    private readonly counts: MemberCounts,
  ) {}

  async merge(staff: CurrentStaff, input: MergeMembersInput): Promise<MemberMerge> {
    const written = await this.members.findWritten(staff.space, input.otherId);
    if (written) {
      // Taken back at once, because the remaining member was gone.
      if (!written.merged && written.unmergedFrom !== input.keptId) throw new MergeWrongState();
      return this.repeated(staff.space, input.keptId, written);
    }
    try {
      return await this.mergePair(staff, input);
    } catch (error) {
      if (error instanceof MergeWrongState || error instanceof MemberNotFound) {
        const done = await this.members.findWritten(staff.space, input.otherId);
        // By the same request at the same moment.
        if (done?.merged?.into === input.keptId) {
          return this.repeated(staff.space, input.keptId, done);
        }
        await this.rollBack(staff, input);
      }
      throw error;
    }
  }

  private async mergePair(staff: CurrentStaff, input: MergeMembersInput): Promise<MemberMerge> {
    const { kept, other } = await this.reader.pair(staff, input);
    const terms = await this.terms.of(staff.space);
    let keptBefore: MergeValues = {};
    let unstored = null as MergeAttempt | null;
    const after = await this.members.change(staff.space, kept.id, (current, next) => {
      if (current.deleted) throw new MergeWrongState();
      const { changes, attempt } = mergeAttemptOf(current, other, input.take, next.at);
      keptBefore = attempt.keptBefore;
      const isChange = Object.keys(changes).length > 0;
      unstored = isChange ? null : attempt;
      if (!isChange) return null;
      const rest = (current.merging ?? []).filter(({ from }) => from !== other.id);
      const audit = memberAudit(
        staff,
        'members.member.updated',
        current,
        memberChanges(current, { ...current, ...changes }, terms),
      );
      const set = { ...changes, merging: [...rest, attempt] };
      return this.changed({ staff, terms }, current, next, 'memberUpdated', set, audit);
    });
    if (!after) throw new MemberNotFound();
    // An opposite merge has to know of it, although it changes nothing.
    if (unstored) await this.members.beginMerging(staff.space, kept.id, unstored);
    if (!(await this.isReached(staff.space, input))) throw new MergeWrongState();
    const leave = (current: MemberDocument, next: { version: number; at: Date }) => {
      if (current.deleted || isOvertaken(current, kept.id, next.at)) throw new MergeWrongState();
      const merged = { into: kept.id, at: next.at, by: staff.staffId, keptBefore };
      const set = {
        ...withoutAttempt(terms, current, kept.id),
        deleted: true,
        merged,
        mergedAt: next.at,
      };
      const audit = memberAudit(staff, 'members.member.merged', current, [
        { field: 'mergedInto', before: null, after: nameOf(after.document) },
      ]);
      return this.changed({ staff, terms }, current, next, 'memberDeleted', set, audit);
    };
    const gone = await this.members.change(staff.space, other.id, leave, { once: true });
    if (!gone) throw new MemberNotFound();
    if (!(await this.isReached(staff.space, input))) {
      await this.restoreMerged({ staff, terms }, after.document, other.id, { isUndo: false });
      throw new MergeWrongState();
    }
    return this.finish(staff, after.document, other, gone.document);
  }

  /**
   * False when the remaining member resigned meanwhile, or left in the opposite merge. One that left
   * in another merge is reached through that.
   */
  private async isReached(space: string, { keptId, otherId }: MergeMembersInput): Promise<boolean> {
    const kept = await this.members.findById(space, keptId);
    return kept?.merged ? kept.merged.into !== otherId : kept?.deleted === false;
  }

  /** Undoes the first write of an attempt that cannot be completed. */
  private async rollBack(
    staff: CurrentStaff,
    { keptId, otherId }: MergeMembersInput,
  ): Promise<void> {
    const [kept, other, terms] = await Promise.all([
      this.members.findById(staff.space, keptId),
      this.members.findById(staff.space, otherId),
      this.terms.of(staff.space),
    ]);
    const attempt = kept && attemptFrom(kept, otherId);
    // Merged into this one: another request completed the merge.
    if (!attempt || other?.merged?.into === keptId) return;
    await this.giveBack({ staff, terms }, keptId, attempt.taken, attempt.keptBefore);
    await this.members.endMerging(staff.space, keptId, otherId);
  }

  /** Restores the previous values of taken fields; later changes are kept. */
  private giveBack(
    { staff, terms }: { staff: CurrentStaff; terms: MemberTerms },
    keptId: string,
    taken: MergeValues,
    keptBefore: MergeValues,
  ) {
    return this.members.change(staff.space, keptId, (current, next) => {
      const back = withKnownValues(terms, fieldsToGiveBack(current, taken, keptBefore));
      if (current.erased || Object.keys(back).length === 0) return null;
      const audit = memberAudit(
        staff,
        'members.member.updated',
        current,
        memberChanges(current, { ...current, ...back }, terms),
      );
      return this.changed({ staff, terms }, current, next, 'memberUpdated', back, audit);
    });
  }

  /**
   * Restores what a member that was merged itself passed on of another's values; `before` is what it had
   * itself.
   */
  private async giveBackAbove(
    by: { staff: CurrentStaff; terms: MemberTerms },
    member: MemberDocument,
    other: MemberDocument,
    before: MergeValues,
  ): Promise<void> {
    const done = new Set([other.id, member.id]);
    let lower: MemberDocument | undefined = member;
    let below = before;
    while (lower?.merged && !done.has(lower.merged.into)) {
      const { into, keptBefore }: NonNullable<MemberDocument['merged']> = lower.merged;
      done.add(into);
      below = passedOnBefore(below, keptBefore);
      lower = (await this.giveBack(by, into, other, below))?.document;
    }
  }

  /** The current result of an earlier attempt of the same request. */
  private async repeated(
    space: string,
    keptId: string | null | undefined,
    other: MemberDocument,
  ): Promise<MemberMerge> {
    const [kept, terms] = await Promise.all([
      keptId ? this.members.findById(space, keptId) : null,
      this.terms.of(space),
    ]);
    if (!kept) throw new MergeNotFound();
    return { kept: toMember(kept, terms), other: toMember(other, terms) };
  }

  /** Undoes a merge. Later changes of the remaining member are kept. */
  async undo(staff: CurrentStaff, otherId: string): Promise<MemberMerge> {
    requireDelete(staff);
    // Read first: the same request at the same moment may undo the merge in between.
    const other = await this.members.findById(staff.space, otherId);
    const written = await this.members.findWritten(staff.space, otherId);
    if (written) return this.repeated(staff.space, written.unmergedFrom, written);
    if (other?.erased) throw new MemberIsErased();
    const mark = other?.merged;
    if (!other || !mark) throw new MergeNotFound();
    const kept = await this.members.findById(staff.space, mark.into);
    if (!kept) throw new MergeNotFound();
    const terms = await this.terms.of(staff.space);
    // The remaining member first: after a crash in between, undoing again completes it.
    const keptNow = await this.giveBack({ staff, terms }, kept.id, other, mark.keptBefore);
    await this.giveBackAbove({ staff, terms }, kept, other, mark.keptBefore);
    const back = await this.restoreMerged({ staff, terms }, kept, other.id, { isUndo: true });
    return this.finish(staff, keptNow!.document, other, back!.document);
  }

  /** Makes a merged member active again; of an undo, a repeated request finds the result. */
  private restoreMerged(
    { staff, terms }: { staff: CurrentStaff; terms: MemberTerms },
    kept: MemberDocument,
    otherId: string,
    { isUndo }: { isUndo: boolean },
  ) {
    const restore = (current: MemberDocument, next: { version: number; at: Date }) => {
      if (current.erased) throw new MemberIsErased();
      if (!current.merged) throw new MergeNotFound();
      const result = isUndo ? { unmergedFrom: kept.id } : {};
      const set = { ...result, deleted: false, merged: null };
      const audit = memberAudit(staff, 'members.member.unmerged', current, [
        { field: 'mergedInto', before: nameOf(kept), after: null },
      ]);
      const change = this.changed({ staff, terms }, current, next, 'memberRestored', set, audit);
      return { ...change, unset: ['mergedAt' as const] };
    };
    return this.members.change(staff.space, otherId, restore, { once: isUndo });
  }

  private changed(
    { staff, terms }: { staff: CurrentStaff; terms: MemberTerms },
    current: MemberDocument,
    next: { version: number; at: Date },
    name: 'memberUpdated' | 'memberDeleted' | 'memberRestored',
    set: Partial<MemberDocument>,
    audit: EventOf<typeof events.membersAudited>,
  ) {
    const fields = fieldsOf({ ...current, ...set });
    const event = memberEvent(name, { ...current, ...set }, staff.staffId, next);
    return { set: { ...set, ...derivedFields(fields, terms) }, events: [event, audit] };
  }

  private async finish(
    staff: CurrentStaff,
    kept: MemberDocument,
    before: MemberDocument,
    other: MemberDocument,
  ): Promise<MemberMerge> {
    this.counts.moved(staff.space, before, other);
    await this.members.endMerging(staff.space, kept.id, other.id);
    await this.talks.refresh(staff.space, kept.id);
    const terms = await this.terms.of(staff.space);
    const now = (await this.members.findById(staff.space, kept.id)) ?? kept;
    return { kept: toMember(now, terms), other: toMember(other, terms) };
  }
}

function nameOf(member: MemberDocument): string {
  return `${member.familyName} ${member.firstName}`.trim();
}
