/* global jest, expect */
// On two busy cores integration tests take longer than jest's default of five seconds. Set here
// because a global option would not apply to a project that is run alone.
const { testPath } = expect.getState();
const onRealParts = /\.(int\.spec|e2e)\.tsx?$/.test(testPath ?? '');
if (!testPath?.endsWith('.e2e.ts')) jest.setTimeout(onRealParts ? 90_000 : 30_000);
