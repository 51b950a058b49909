import { Button } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { UnreadMarks } from '../features/notifications/unread-marks';
import { paths } from '../shared/address/paths';
import { useTexts } from '../shared/intl/messages';
import { commonTexts } from '../shared/intl/common.messages';
import { lazyComponent } from '../shared/lazy/lazy-part';
import { useProblemText } from '../shared/problem/problem-text';
import { useGetSessionQuery } from '../shared/session/session.api';
import { useMaybeSession } from '../shared/session/use-session';
import { EmptyState, Waiting } from '../shared/feedback/states';
import { showFailure } from '../shared/feedback/toast.store';
import { shellTexts } from './shell.messages';

/** Runs once at start and loads the session (specification: guard `initialize`). */
export function Initialize() {
  const t = useTexts(shellTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const { data, error, refetch } = useGetSessionQuery();
  if (data !== undefined) return <Outlet />;
  if (!error) return <Waiting />;
  return (
    <main>
      <EmptyState
        title={t('shell.start.failed')}
        action={<Button onClick={() => void refetch()}>{common('common.retry')}</Button>}
      >
        {problemText(error)}
      </EmptyState>
    </main>
  );
}

const { Shown: Onboarding } = lazyComponent(
  async () => (await import('../features/account/onboarding.page')).OnboardingPage,
);

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
        <UnreadMarks />
      </>
    );
  }
  const from = pathname === '/' ? '' : `?from=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={`${paths.login}${from}`} replace />;
}

/** Redirects to / and says why. */
function Refused() {
  const t = useTexts(shellTexts);
  useEffect(() => void showFailure(t('shell.refused')), [t]);
  return <Navigate to={paths.timeline} replace />;
}

/** Redirects everyone but administrators to /. */
export function AdminOnly() {
  return useMaybeSession()?.admin ? <Outlet /> : <Refused />;
}

/** Redirects everyone but god to /. */
export function GodOnly() {
  return useMaybeSession()?.god ? <Outlet /> : <Refused />;
}
