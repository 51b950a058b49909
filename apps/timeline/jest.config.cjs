module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'timeline',
  rootDir: __dirname,
};
