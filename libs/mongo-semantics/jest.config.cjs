module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'mongo-semantics',
  rootDir: __dirname,
};
