import type { Permission, Session } from '@engawa/contracts';
import { sessionApi } from './session.api';

/** The session; only for pages behind the guard `Authenticated`. */
export function useSession(): Session {
  const { data } = sessionApi.endpoints.getSession.useQueryState();
  if (!data) throw new Error('useSession is for pages that need a signed-in staff.');
  return data;
}

/** The session, or null. */
export function useMaybeSession(): Session | null {
  return sessionApi.endpoints.getSession.useQueryState().data ?? null;
}

/** Whether the signed-in staff member has a permission. */
export function useCan(): (wanted: Permission) => boolean {
  const session = useMaybeSession();
  return (wanted) => session?.permissions.includes(wanted) ?? false;
}
