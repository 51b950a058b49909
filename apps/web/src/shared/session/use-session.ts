import type { Permission, Session } from '@engawa/contracts';
import { useSelector } from 'react-redux';
import { sessionApi } from './session.api';

/** One for all: each `useQueryState` has selectors of its own, and many components read the session. */
const selectSession = sessionApi.endpoints.getSession.select();
const sessionOf = (state: Parameters<typeof selectSession>[0]) => selectSession(state).data;

/** The session; only for pages behind the guard `Authenticated`. */
export function useSession(): Session {
  const data = useSelector(sessionOf);
  if (!data) throw new Error('useSession is for pages that need a signed-in staff.');
  return data;
}

/** The session, or null. */
export function useMaybeSession(): Session | null {
  return useSelector(sessionOf) ?? null;
}

/** Whether the signed-in staff member has a permission. */
export function useCan(): (wanted: Permission) => boolean {
  const session = useMaybeSession();
  return (wanted) => session?.permissions.includes(wanted) ?? false;
}
