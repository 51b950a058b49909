module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'mirror',
  rootDir: __dirname,
};
