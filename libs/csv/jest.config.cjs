module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'csv',
  rootDir: __dirname,
};
