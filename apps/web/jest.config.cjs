const preset = require('../../jest.preset.cjs');

module.exports = {
  ...preset,
  displayName: 'web',
  rootDir: __dirname,
  testEnvironment: 'jsdom',
  testEnvironmentOptions: {},
  setupFiles: ['<rootDir>/test/browser-gaps.cjs'],
  setupFilesAfterEnv: [...preset.setupFilesAfterEnv, '<rootDir>/test/console-errors.cjs'],
  moduleNameMapper: {
    ...preset.moduleNameMapper,
    '^@testing-library/react$': '<rootDir>/test/testing-library.cjs',
    '\\.module\\.css$': '<rootDir>/test/css-module.stub.cjs',
    '\\.css$': '<rootDir>/test/css.stub.cjs',
    '/build-info$': '<rootDir>/test/build-info.stub.ts',
  },
};
