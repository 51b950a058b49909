module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'events-kafka',
  rootDir: __dirname,
};
