import { Suspense, useRef, useSyncExternalStore } from 'react';
import { placeOf } from '../layout/focus-place';
import { lazyPart } from '../lazy/lazy-part';
import { toastStore } from './toast.store';

const ToastItem = lazyPart(async () => (await import('./toast-item')).ToastItem);

/** Failures interrupt a screen reader, other messages wait for it. */
const regions = [
  { role: 'status', isOf: 'plain' },
  { role: 'alert', isOf: 'failure' },
] as const;

/**
 * Renders toasts, whose code is loaded with the first one; mounted once. The regions are there from the
 * start: screen readers announce what is added to a live region that they know.
 */
export function ToastHost() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  const host = useRef<HTMLDivElement>(null);
  // Where on the page the focus was before it entered the toasts.
  const before = useRef<ReturnType<typeof placeOf>>(() => null);
  /** Gives the focus back before a toast is removed with it: else Tab would begin at the top of the page. */
  const giveFocusBack = () => {
    if (!host.current?.contains(document.activeElement)) return;
    const target = before.current() ?? document.getElementById('content');
    target?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={host}
      className="engawa-toasts"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        before.current = relatedTarget instanceof HTMLElement ? placeOf(relatedTarget) : () => null;
      }}
    >
      {regions.map(({ role, isOf }) => (
        <div key={role} role={role} aria-atomic="false">
          <Suspense>
            {toasts
              .filter(({ tone }) => tone === isOf)
              .map((toast) => (
                <ToastItem key={toast.id} toast={toast} onLeave={giveFocusBack} />
              ))}
          </Suspense>
        </div>
      ))}
    </div>
  );
}
