import './shared/theme/mantine-sheets';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { isChunkError, reloadForChunk } from './app/chunk-reload';
import { reportError } from './app/report-error';
import { preparePage } from './app/router';
import { createStore } from './app/store';
import { holdUntilPainted } from './shared/lazy/first-paint';
import { readLocale } from './shared/intl/locale';
import { directoryApi } from './shared/directory/directory.api';
import { sessionApi } from './shared/session/session.api';

/** Longest wait of the first render for what it shows, in ms. */
const FIRST_READS_MS = 300;

const locale = readLocale();
document.documentElement.lang = locale;

window.addEventListener('unhandledrejection', (event) => {
  if (isChunkError(event.reason)) reloadForChunk();
  else reportError(event.reason);
});
window.addEventListener('error', (event) => reportError(event.error));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
const prepared = preparePage(window.location);
const store = createStore();
// Session and labels are what every page waits for. They are asked for before the renders that show
// them, which take a while on a slow device, and so is what the page itself shows first.
const firstReads = store
  .dispatch(sessionApi.endpoints.getSession.initiate())
  .then(async ({ data: session }) => {
    if (!session) return;
    const labels = store.dispatch(directoryApi.endpoints.listLabels.initiate());
    const readAhead = await prepared;
    const [isComplete] = await Promise.all([readAhead(store.dispatch), labels]);
    // Then the first render shows the page, and asks for what stands around it.
    if (isComplete) holdUntilPainted();
  });
// On a slow device the answers to the early requests are there when the app runs, or soon after: one
// render with them takes less time than one for each.
const waited = new Promise((resolve) => setTimeout(resolve, FIRST_READS_MS));
void Promise.race([firstReads, waited]).finally(() =>
  createRoot(root).render(<App store={store} locale={locale} />),
);

// Without it everything works but opening the app with no connection.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  });
}
