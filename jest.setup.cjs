/* global jest, expect */
// On two busy cores real parts take longer than jest's five seconds, now and then much longer.
// (An option of the whole run would not reach a project that is run alone.)
const { testPath } = expect.getState();
const onRealParts = /\.(int\.spec|e2e)\.tsx?$/.test(testPath ?? '');
if (!testPath?.endsWith('.e2e.ts')) jest.setTimeout(onRealParts ? 90_000 : 30_000);
// On real parts a machine that stands still for a moment can fail a test. It gets a second attempt;
// that it needed one is said at the end of the run, for it is to be looked into.
if (onRealParts) jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
