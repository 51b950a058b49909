import type { Locale } from '@engawa/contracts';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode, useEffect, useEffectEvent } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { DeletedEditsHost } from '../features/timeline/drafts/deleted-edits-host';
import { SendQueueHost } from '../features/timeline/drafts/send-queue-host';
import { dropAccess, whenReaderChanged, whenSessionLost } from '../shared/api/access';
import { api } from '../shared/api/api';
import { IntlFrame } from '../shared/intl/intl-frame';
import { shownSince } from '../shared/api/answer-cache';
import { readSince } from '../shared/api/early-answers';
import { startLive } from '../shared/live/live';
import { sessionApi } from '../shared/session/session.api';
import { keepFocus } from '../shared/layout/keep-focus';
import { refuseStrayFiles } from '../shared/layout/stray-files';
import { useMaybeSession } from '../shared/session/use-session';
import { cssVariablesResolver, theme } from '../shared/theme/theme';
import { ConfirmDialogHost } from '../shared/feedback/confirm-dialog-host';
import { ToastHost } from '../shared/feedback/toast-host';
import { ErrorBoundary } from './error-boundary';
import { AppRoutes } from './router';
import { type Store, useAppDispatch } from './store';
import { liveChanged } from './ui.slice';

const colorScheme = localStorageColorSchemeManager({ key: 'engawa.scheme' });

/** Keeps the live stream open while somebody is signed in. */
function Live() {
  const dispatch = useAppDispatch();
  // Whatever the page shows was read with this session, and after it, or is kept from an earlier visit.
  const { data: session, fulfilledTimeStamp } = sessionApi.endpoints.getSession.useQueryState();
  const start = useEffectEvent(() =>
    startLive(
      dispatch,
      (connected) => dispatch(liveChanged(connected)),
      Math.min(readSince(fulfilledTimeStamp), shownSince()),
    ),
  );
  const sessionId = session?.id;
  useEffect(() => (sessionId ? start() : undefined), [sessionId]);
  return null;
}

/** Texts and dates in the reader's language and the space's time zone. */
function Intl({ locale, children }: { locale: Locale; children: ReactNode }) {
  const session = useMaybeSession();
  return (
    <IntlFrame locale={locale} timeZone={session?.space.timeZone}>
      {children}
    </IntlFrame>
  );
}

/** The whole app. */
export function App({ store, locale }: { store: Store; locale: Locale }) {
  useEffect(keepFocus, []);
  useEffect(refuseStrayFiles, []);
  useEffect(() => {
    whenSessionLost(() => {
      dropAccess();
      // Who signs in next must not see what this reader saw.
      store.dispatch(api.util.resetApiState());
      void store.dispatch(sessionApi.util.upsertQueryData('getSession', undefined, null));
    });
    whenReaderChanged(() => window.location.reload());
  }, [store]);
  return (
    <StrictMode>
      <Provider store={store}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={colorScheme}
          defaultColorScheme="auto"
          // The theme writes its variables itself; a separate sheet would add 3 kB.
          deduplicateCssVariables={false}
        >
          <Intl locale={locale}>
            <ErrorBoundary>
              <Live />
              <SendQueueHost />
              <DeletedEditsHost />
              <BrowserRouter>
                <AppRoutes />
              </BrowserRouter>
              <ConfirmDialogHost />
              <ToastHost />
            </ErrorBoundary>
          </Intl>
        </MantineProvider>
      </Provider>
    </StrictMode>
  );
}
