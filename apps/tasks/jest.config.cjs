module.exports = { ...require('../../jest.preset.cjs'), displayName: 'tasks', rootDir: __dirname };
