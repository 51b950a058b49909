import { lazyPart } from '../../shared/lazy/lazy-part';
import { LazyMenu, type LazyMenuButton } from '../../shared/lazy/lazy-menu';

const UserMenuList = lazyPart(async () => (await import('./user-menu-list')).UserMenuList);

/** Actions of the caller's own account (specification, section 2). */
export function UserMenu({ children }: { children: LazyMenuButton }) {
  return (
    <LazyMenu button={children} popup="menu" opened={() => <UserMenuList button={children} />} />
  );
}
