import { Injectable } from '@nestjs/common';
import { ClearingProcessor } from '../clearing/clearing-processor';
import { cleared } from '../clearing/clearing-set.repository';
import { MemberCounts } from '../member/member-count.service';
import { memberEvent } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import { MemberTypeRepository } from './member-type.repository';
import type { MemberTypeSetDocument } from './member-type.schema';

const BATCH_SIZE = 200;

/** Clears a deleted type from its members in the background. */
@Injectable()
export class MemberTypeClearing extends ClearingProcessor<MemberTypeSetDocument> {
  constructor(
    protected override readonly sets: MemberTypeRepository,
    private readonly members: MemberRepository,
    private readonly counts: MemberCounts,
  ) {
    super('clearing-member-types', sets);
  }

  /**
   * Clears types from members who were written with them. A type can be deleted between the check of a
   * write and the write, and during an import; what is deleted later than this reads finds these members.
   */
  async clearDeleted(
    space: string,
    members: readonly { memberId: string; typeId: string | null }[],
  ): Promise<void> {
    if (members.every(({ typeId }) => typeId === null)) return;
    const set = await this.sets.findSet(space);
    const known = new Set(set?.types.map(({ id }) => id));
    for (const { memberId, typeId } of members) {
      if (typeId === null || known.has(typeId)) continue;
      await this.clearMember(space, memberId, typeId);
      this.counts.forget(space);
    }
  }

  protected async clear(
    { space }: MemberTypeSetDocument,
    typeId: string,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      const found = await this.members.findWithType(space, typeId, BATCH_SIZE);
      if (found.length === 0) break;
      for (const member of found) {
        if (signal.aborted) return;
        await this.clearMember(space, member.id, typeId);
      }
      this.counts.forget(space);
    }
    await this.sets.changeSet(space, (set) => cleared(set, typeId));
  }

  private async clearMember(space: string, id: string, typeId: string): Promise<void> {
    await this.members.change(space, id, (current, next) => {
      if (current.typeId !== typeId) return null;
      const event = memberEvent('memberUpdated', { ...current, typeId: null }, null, next);
      return { set: { typeId: null }, events: [event] };
    });
  }
}
