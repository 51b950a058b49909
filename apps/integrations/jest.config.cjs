module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'integrations',
  rootDir: __dirname,
};
