import {
  events,
  type ColdMember,
  type CoveredMember,
  type DataOf,
  type StaffCoverage,
} from '@engawa/contracts';
import {
  ago,
  answerAs,
  memberFacts,
  shortenPauses,
  spaceFacts,
  staffFacts,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { search } from '../index';

type PostFacts = DataOf<typeof events.postCreated>;
export const DAY = 86_400_000;
export const dayAfter = (days: number) =>
  new Date(Date.now() + days * DAY + 9 * 3_600_000).toISOString().slice(0, 10);

/** The service with the owner of the member types. */
export class HealthTest {
  private count = 0;

  private constructor(
    readonly service: TestService,
    private readonly members: { close(): Promise<void> },
  ) {}

  static async start(): Promise<HealthTest> {
    const service = await startTestService(search);
    shortenPauses(service.running);
    const members = await answerAs(service, 'members', {
      'members.findMemberTypes': ({ space }: { space: string }) =>
        space.startsWith('health-') ? ['office', 'guest'] : [],
    });
    return new HealthTest(service, members);
  }

  /** A space of its own for a test, and who calls in it. */
  async newSpace(): Promise<{ space: string; staff: TestCaller; admin: TestCaller }> {
    this.count += 1;
    const space = `health-${this.count}`;
    await this.service.publish(events.spaceCreated, {
      space,
      data: spaceFacts({ spaceId: space, timeZone: 'Asia/Tokyo' }),
    });
    return {
      space,
      staff: this.service.asStaff({ space }),
      admin: this.service.asStaff({ space, role: 'generalAdmin' }),
    };
  }

  async stop(): Promise<void> {
    await this.members.close();
    await this.service.stop();
  }
}

/** What tests publish in their space, and read there as a staff member. */
export function healthCalls(at: () => { service: TestService; space: string; staff: TestCaller }) {
  function tellStaff(staffId: string, version = 1, more = {}) {
    return at().service.publish(version === 1 ? events.staffAdded : events.staffUpdated, {
      space: at().space,
      version,
      data: staffFacts({ staffId, displayName: staffId, ...more }),
    });
  }
  function tellMember(memberId: string, version = 1, more = {}) {
    return at().service.publish(version === 1 ? events.memberAdded : events.memberUpdated, {
      space: at().space,
      version,
      data: memberFacts({ memberId, familyName: memberId, typeId: null, ...more }),
    });
  }
  function facts(postId: string, days: number, memberIds: string[], more: Partial<PostFacts> = {}) {
    return {
      ...{ postId, commentId: null, ownerId: 's1', memo: 'x', memberIds },
      ...{ mentions: [], labelIds: [], attachmentTitles: [], mirror: null },
      ...{ talkedAt: ago(days), createdAt: ago(days), ...more },
    } satisfies PostFacts;
  }
  function tellPost(
    postId: string,
    days: number,
    memberIds: string[],
    more: Partial<PostFacts> = {},
    version = 1,
  ) {
    const data = facts(postId, days, memberIds, more);
    const event = version === 1 ? events.postCreated : events.postUpdated;
    return at().service.publish(event, { space: at().space, version, data });
  }
  async function radar(query = '') {
    const { body } = await at().staff.get(`/insights/radar?${query}`).expect(200);
    return body as {
      items: ColdMember[];
      total: number;
      snoozed: number;
      nextCursor: string | null;
    };
  }
  const names = (items: { member: { id: string } }[]) => items.map(({ member }) => member.id);
  const issues = async () =>
    (await at().staff.get('/insights/open-issues').expect(200)).body.items as {
      member: { id: string };
      openIssues: number;
    }[];
  const coverage = async () =>
    (await at().staff.get('/insights/coverage').expect(200)).body as StaffCoverage;
  const covered = async (staffId: string) =>
    (await at().staff.get(`/insights/coverage/members?staffId=${staffId}`).expect(200)).body
      .items as CoveredMember[];

  return { tellStaff, tellMember, facts, tellPost, radar, names, issues, coverage, covered };
}
