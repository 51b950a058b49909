import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../lazy/lazy-part';
import { confirmStore } from './confirm.store';

const ConfirmDialog = lazyPart(async () => (await import('./confirm-dialog')).ConfirmDialog);

/** The dialog of `confirm`, loaded with its first use; it stays, so that it can close slowly. */
export function ConfirmDialogHost() {
  const used = useSyncExternalStore(confirmStore.subscribe, confirmStore.wasUsed);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog />
    </Suspense>
  );
}
