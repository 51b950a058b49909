import { Injectable } from '@nestjs/common';
import type { MemberHistory } from '@engawa/contracts';
import { ImportRepository } from '@engawa/imports';
import { MemberNotFound } from '../member/member.errors';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';
import { MemberTermsReader } from '../member/member-terms.service';

/** When a member's record was added, imported, given another type or merged. */
@Injectable()
export class MemberHistoryService {
  constructor(
    private readonly members: MemberRepository,
    private readonly imports: ImportRepository,
    private readonly terms: MemberTermsReader,
  ) {}

  async get(space: string, id: string): Promise<MemberHistory> {
    const member = await this.members.findById(space, id);
    if (!member) throw new MemberNotFound();
    return this.of(space, member);
  }

  async of(space: string, member: MemberDocument): Promise<MemberHistory> {
    const [imported, { typeNames }, merged, survivor] = await Promise.all([
      this.importOf(space, member),
      this.terms.of(space),
      this.members.findMergedInto(space, member.id),
      member.merged ? this.members.findById(space, member.merged.into) : null,
    ]);
    // Documents of earlier versions have none.
    const typeChange = member.typeChange ?? null;
    return {
      memberId: member.id,
      createdAt: member.createdAt.toISOString(),
      import: imported,
      typeChange: typeChange && {
        at: typeChange.at.toISOString(),
        before: typeNames.get(typeChange.before ?? '') ?? '',
      },
      merged: merged.map((other) => ({ ...named(other), at: other.merged!.at.toISOString() })),
      mergedInto: survivor && { ...named(survivor), at: member.merged!.at.toISOString() },
    };
  }

  private async importOf(
    space: string,
    { imported, createdAt }: MemberDocument,
  ): Promise<MemberHistory['import']> {
    if (!imported || imported.reverted) return null;
    if (imported.before === null) return { added: true, at: createdAt.toISOString() };
    const job = await this.imports.findById(space, imported.importId);
    return { added: false, at: (job?.finishedAt ?? job?.updatedAt)?.toISOString() ?? null };
  }
}

function named({ id, familyName, firstName }: MemberDocument) {
  return { id, name: `${familyName} ${firstName}`.trim() };
}
