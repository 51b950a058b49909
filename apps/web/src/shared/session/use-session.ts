import type { Permission, Session } from '@engawa/contracts';
import { sessionApi } from './session.api';

/** The signed-in session; only for pages behind the guard `authenticated`. */
export function useSession(): Session {
  const { data } = sessionApi.endpoints.getSession.useQueryState();
  if (!data) throw new Error('useSession is for pages that need a signed-in staff.');
  return data;
}

/** The session, or null where nobody is signed in. */
export function useMaybeSession(): Session | null {
  return sessionApi.endpoints.getSession.useQueryState().data ?? null;
}

/** Whether the signed-in staff may do something. */
export function useCan(): (wanted: Permission) => boolean {
  const session = useMaybeSession();
  return (wanted) => session?.permissions.includes(wanted) ?? false;
}
