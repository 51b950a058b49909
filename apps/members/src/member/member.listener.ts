import { Controller } from '@nestjs/common';
import {
  events,
  findDescribedQuestion,
  findMembersQuestion,
  type DescribedMember,
} from '@engawa/contracts';
import { OnEvent, OnQuestion, type EventOf } from '@engawa/events';
import { DescribedMembers } from './described.service';
import { toFacts, type MemberFacts } from './member.mapper';
import { MemberRepository } from './member.repository';

@Controller()
export class MemberListener {
  constructor(
    private readonly members: MemberRepository,
    private readonly described: DescribedMembers,
  ) {}

  /** Facts of members for services that do not know them yet; unknown ids are omitted. */
  @OnQuestion('members.findMembers')
  async findMembers(payload: unknown): Promise<(MemberFacts & { version: number })[]> {
    const { space, ids } = findMembersQuestion.parse(payload);
    const found = await this.members.findByIds(space, ids);
    return found.map((document) => ({ ...toFacts(document), version: document.version }));
  }

  /** What members do by their own fields, for matching (0057); without contact data. */
  @OnQuestion('members.findDescribed')
  findDescribed(payload: unknown): Promise<DescribedMember[]> {
    const { space, words } = findDescribedQuestion.parse(payload);
    return this.described.find(space, words);
  }

  /** Lists show and sort by what search counts. */
  @OnEvent([events.memberFiguresCounted], { lists: true })
  async onFigures(list: EventOf<typeof events.memberFiguresCounted>[]): Promise<void> {
    await Promise.all(
      list.map(({ space, at, data: { memberId, posts, openIssues } }) =>
        this.members.setFigures(space, memberId, { posts, openIssues, at: new Date(at) }),
      ),
    );
  }
}
