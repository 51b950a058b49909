/** Reports an unhandled error if reports are configured; loads the reporter then. */
export function reportError(error: unknown): void {
  import('./error-reporter').then(
    (reporter) => reporter.report(error),
    () => undefined,
  );
}
