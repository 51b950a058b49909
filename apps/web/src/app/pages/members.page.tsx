import { MembersPage as MemberList } from '../../features/members/members.page';
import { MemberViews } from '../../features/saved-views/member-views';

/** All members, with saved views. */
export function MembersPage() {
  return <MemberList views={(address) => <MemberViews address={address} />} />;
}
