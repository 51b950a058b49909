import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../shared/address/paths';
import { useTexts } from '../shared/intl/messages';
import { commonTexts } from '../shared/intl/common.messages';
import { useProblemText } from '../shared/problem/problem-text';
import { useGetSessionQuery } from '../shared/session/session.api';
import { useMaybeSession } from '../shared/session/use-session';
import { EmptyState, Waiting } from '../shared/ui/states';
import { shellTexts } from './shell.messages';

/** Runs once at start and loads the session (specification: guard `initialize`). */
export function Initialize() {
  const say = useTexts(shellTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const { data, error, refetch } = useGetSessionQuery();
  if (data !== undefined) return <Outlet />;
  if (!error) return <Waiting />;
  return (
    <main>
      <EmptyState
        title={say('shell.start.failed')}
        action={<Button onClick={() => void refetch()}>{common('common.retry')}</Button>}
      >
        {problemText(error)}
      </EmptyState>
    </main>
  );
}

const Onboarding = lazy(async () => ({
  default: (await import('../features/account/onboarding.page')).OnboardingPage,
}));

const UnreadMarks = lazy(async () => ({
  default: (await import('../features/notifications/unread-marks')).UnreadMarks,
}));

/**
 * Redirects to /login without a session and returns afterwards; a new account sets a password and
 * agrees to the terms first (IDN-6).
 */
export function Authenticated() {
  const session = useMaybeSession();
  const { pathname, search } = useLocation();
  if (session && !(session.initialPasswordChanged && session.staff.isAgreedToTOU)) {
    return (
      <Suspense fallback={<Waiting />}>
        <Onboarding />
      </Suspense>
    );
  }
  if (session) {
    return (
      <>
        <Outlet />
        <Suspense fallback={null}>
          <UnreadMarks />
        </Suspense>
      </>
    );
  }
  const from = pathname === '/' ? '' : `?from=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={`${paths.login}${from}`} replace />;
}

/** Redirects everyone but administrators to /. */
export function AdminOnly() {
  return useMaybeSession()?.admin ? <Outlet /> : <Navigate to={paths.timeline} replace />;
}

/** Redirects everyone but god to /. */
export function Heaven() {
  return useMaybeSession()?.god ? <Outlet /> : <Navigate to={paths.timeline} replace />;
}
