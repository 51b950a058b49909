module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'text-search',
  rootDir: __dirname,
};
