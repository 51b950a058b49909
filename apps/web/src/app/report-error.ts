/** Tells of an error that nobody dealt with, where reports are wanted; loads what does it then. */
export function reportError(error: unknown): void {
  import('./error-reporter').then(
    (reporter) => reporter.report(error),
    () => undefined,
  );
}
