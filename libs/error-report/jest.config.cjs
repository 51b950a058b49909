module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'error-report',
  rootDir: __dirname,
};
