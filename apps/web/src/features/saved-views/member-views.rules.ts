import type { MemberViewCriteria, SavedView } from '@engawa/contracts';
import { type MembersAddress, writeMembersAddress } from '../../shared/address/members-address';
import { paths } from '../../shared/address/paths';
import type { ShownView } from './saved-views.rules';

function criteriaOf({ q, type, row, resigned, sort, order }: MembersAddress): MemberViewCriteria {
  return { q, typeId: type || null, kanaRow: row, deleted: resigned, sort, order };
}

/** The address of the list of members that shows a view. */
function pathOf({ memberCriteria }: Pick<SavedView, 'memberCriteria'>): string {
  if (!memberCriteria) return paths.members;
  const { q, typeId, kanaRow, deleted, sort, order } = memberCriteria;
  const address = writeMembersAddress({
    q,
    type: typeId ?? '',
    resigned: deleted,
    row: kanaRow,
    sort,
    order,
  }).toString();
  return address === '' ? paths.members : `${paths.members}?${address}`;
}

export function shownMembers(address: MembersAddress): ShownView {
  const memberCriteria = criteriaOf(address);
  return { page: 'members', kept: { memberCriteria }, path: pathOf({ memberCriteria }), pathOf };
}
