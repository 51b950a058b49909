/** What would be lost by a reload or a closed tab. */
const reasons = new Set<unknown>();

/** Lets the browser ask before a reload or a closed tab, until {@link leaveFreely} has the same reason. */
export function askBeforeLeaving(reason: unknown): void {
  reasons.add(reason);
  addEventListener('beforeunload', ask);
}

export function leaveFreely(reason: unknown): void {
  reasons.delete(reason);
  if (reasons.size === 0) removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
