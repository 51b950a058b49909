import { laterPart } from '../../shared/ui/later-part';
import { Unfolding, type UnfoldingButton } from '../../shared/ui/unfolding';

const UserMenuList = laterPart(async () => (await import('./user-menu-list')).UserMenuList);

/** Actions of the caller's own account (specification, section 2). */
export function UserMenu({ children }: { children: UnfoldingButton }) {
  return (
    <Unfolding button={children} popup="menu" opened={() => <UserMenuList button={children} />} />
  );
}
