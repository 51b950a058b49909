module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'members',
  rootDir: __dirname,
};
