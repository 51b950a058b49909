import { Controller } from '@nestjs/common';
import { events, findMembersQuestion } from '@engawa/contracts';
import { OnEvent, OnQuestion, type EventOf } from '@engawa/events';
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

  /** Lists show and sort by what search counts. */
  @OnEvent([events.memberFiguresCounted], { batch: { max: 100 } })
  async onFigures(list: EventOf<typeof events.memberFiguresCounted>[]): Promise<void> {
    await Promise.all(
      list.map(({ space, at, data: { memberId, posts, openIssues } }) =>
        this.members.setFigures(space, memberId, { posts, openIssues, at: new Date(at) }),
      ),
    );
  }
}
