import { Outlet } from 'react-router-dom';

/** Nothing but the page, as for signing in. */
export function BareLayout() {
  return <Outlet />;
}
