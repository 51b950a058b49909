module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'e2e',
  rootDir: __dirname,
  testEnvironment: require.resolve('./journey-environment.cjs'),
  testMatch: ['**/*.e2e.ts'],
  testTimeout: 120_000,
};
