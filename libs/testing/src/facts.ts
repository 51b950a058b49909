import { randomUUID } from 'node:crypto';
import { events, type DataOf } from '@engawa/contracts';

type StaffFacts = DataOf<typeof events.staffAdded>;
type MemberFacts = DataOf<typeof events.memberAdded>;
type SpaceFacts = DataOf<typeof events.spaceCreated>;

let count = 0;

/** The time that many days ago. */
export const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Data of `identity.staff.*` for a plausible staff member. */
export function staffFacts(facts: Partial<StaffFacts> = {}): StaffFacts {
  count += 1;
  const staffId = facts.staffId ?? randomUUID();
  return {
    staffId,
    email: `staff${count}@example.com`,
    displayName: `担当 ${count}`,
    jobTitle: 'コミュニティマネージャー',
    photoUrl: null,
    thumbPhotoUrl: null,
    role: 'staff',
    deactivated: false,
    excludeFromRanking: false,
    ...facts,
  };
}

/** Data of `members.member.*` for a plausible member. */
export function memberFacts(facts: Partial<MemberFacts> = {}): MemberFacts {
  count += 1;
  return {
    memberId: facts.memberId ?? randomUUID(),
    familyName: '佐藤',
    firstName: `花子${count}`,
    familyNameKana: 'サトウ',
    firstNameKana: 'ハナコ',
    company: '株式会社えんがわ',
    typeId: null,
    photoUrl: null,
    thumbPhotoUrl: null,
    deleted: false,
    ...facts,
  };
}

/** Data of `identity.space.*`. */
export function spaceFacts(facts: Partial<SpaceFacts> = {}): SpaceFacts {
  return { spaceId: 'space-a', displayName: '縁側ハウス', timeZone: 'Asia/Tokyo', ...facts };
}
