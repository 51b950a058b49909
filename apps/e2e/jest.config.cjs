module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'e2e',
  rootDir: __dirname,
  globalSetup: '<rootDir>/global-setup.cjs',
  globalTeardown: '<rootDir>/global-teardown.cjs',
  testEnvironment: require.resolve('./journey-environment.cjs'),
  testMatch: ['**/*.e2e.ts'],
  testTimeout: 120_000,
};
