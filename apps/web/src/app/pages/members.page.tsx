import { MembersPage as MemberList } from '../../features/members/members.page';
import { shownMembers } from '../../features/saved-views/member-views.rules';
import { ViewChoice } from '../../features/saved-views/view-choice';

/** All members, with saved views. */
export function MembersPage() {
  return <MemberList views={(address) => <ViewChoice shown={shownMembers(address)} />} />;
}
