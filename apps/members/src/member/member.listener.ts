import { Controller } from '@nestjs/common';
import { findMembersQuestion } from '@engawa/contracts';
import { OnQuestion } from '@engawa/events';
import { toFacts, type MemberFacts } from './member.mapper';
import { MemberRepository } from './member.repository';

@Controller()
export class MemberListener {
  constructor(private readonly members: MemberRepository) {}

  /** Facts of members for services that do not know them yet; unknown ids are omitted. */
  @OnQuestion('members.findMembers')
  async findMembers(payload: unknown): Promise<(MemberFacts & { version: number })[]> {
    const { space, ids } = findMembersQuestion.parse(payload);
    const found = await this.members.findByIds(space, ids);
    return found.map((document) => ({ ...toFacts(document), version: document.version }));
  }
}
