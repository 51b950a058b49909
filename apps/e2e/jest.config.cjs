module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'e2e',
  rootDir: __dirname,
  testMatch: ['**/*.e2e.ts'],
  testTimeout: 120_000,
};
