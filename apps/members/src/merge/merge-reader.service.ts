import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { Member, MergeMembersInput, MergePreview, StandingMerge } from '@engawa/contracts';
import type { Page } from '@engawa/persistence';
import { MemberNotFound } from '../member/member.errors';
import { toMember } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';
import { MemberTermsReader } from '../member/member-terms.service';
import { TalkRepository } from '../talk/talk.repository';
import { MergeSameMember, MergeWrongState } from './merge.errors';
import { MergeRepository } from './merge.repository';
import { requireDelete, takenFields } from './merge.rules';

const MAX_GROUPS = 50;

/** Members who can be merged, what a merge would change, and the merges that can be undone. */
@Injectable()
export class MergeReader {
  constructor(
    private readonly members: MemberRepository,
    private readonly merged: MergeRepository,
    private readonly terms: MemberTermsReader,
    private readonly talked: TalkRepository,
  ) {}

  /** Likely duplicates. */
  async findDuplicates(space: string): Promise<{ groups: { members: Member[] }[] }> {
    const terms = await this.terms.of(space);
    const groups = await this.merged.findDuplicates(space, MAX_GROUPS);
    const found = await this.members.findByIds(space, groups.flat());
    const byId = new Map(found.map((member) => [member.id, toMember(member, terms)]));
    return {
      groups: groups
        .map((ids) => ({ members: ids.slice(0, 20).flatMap((id) => byId.get(id) ?? []) }))
        .filter(({ members }) => members.length > 1),
    };
  }

  /** Active merges, which can be undone. */
  async list(staff: CurrentStaff, limit: number, cursor?: string): Promise<Page<StandingMerge>> {
    requireDelete(staff);
    const [page, terms] = await Promise.all([
      this.merged.findMerged(staff.space, limit, cursor),
      this.terms.of(staff.space),
    ]);
    const intoIds = page.items.flatMap(({ merged }) => merged?.into ?? []);
    const kept = await this.members.findByIds(staff.space, intoIds);
    const keptById = new Map(kept.map((member) => [member.id, member]));
    return {
      ...page,
      items: page.items.flatMap((other) => {
        const into = keptById.get(other.merged?.into ?? '');
        if (!other.merged || !into) return [];
        return {
          other: toMember(other, terms),
          kept: toMember(into, terms),
          mergedAt: other.merged.at.toISOString(),
          mergedBy: other.merged.by,
        };
      }),
    };
  }

  /** Both members, and the result. */
  async preview(staff: CurrentStaff, input: MergeMembersInput): Promise<MergePreview> {
    const { kept, other } = await this.pair(staff, input);
    const terms = await this.terms.of(staff.space);
    const taken = takenFields(kept, other, input.take);
    return {
      kept: toMember(kept, terms),
      other: toMember(other, terms),
      merged: toMember({ ...kept, ...taken }, terms),
      talks: await this.talked.countOf(
        staff.space,
        await this.members.findMergedIds(staff.space, other.id),
      ),
    };
  }

  /** Both members, who can be merged. */
  async pair(
    staff: CurrentStaff,
    { keptId, otherId }: MergeMembersInput,
  ): Promise<{ kept: MemberDocument; other: MemberDocument }> {
    requireDelete(staff);
    if (keptId === otherId) throw new MergeSameMember();
    const found = await this.members.findByIds(staff.space, [keptId, otherId]);
    const kept = found.find(({ id }) => id === keptId);
    const other = found.find(({ id }) => id === otherId);
    if (!kept || !other) throw new MemberNotFound();
    if (kept.deleted || other.deleted) throw new MergeWrongState();
    return { kept, other };
  }
}
