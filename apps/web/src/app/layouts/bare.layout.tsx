import { Outlet } from 'react-router-dom';

/** Only the page, as for signing in. */
export function BareLayout() {
  return <Outlet />;
}
