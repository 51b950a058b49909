const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

// Every project with its own jest configuration; browser journeys run separately, on the built
// system.
const projects = ['apps', 'libs']
  .flatMap((folder) => readdirSync(path.join(__dirname, folder)).map((name) => `${folder}/${name}`))
  .filter((root) => root !== 'apps/e2e')
  .concat('deploy/all-in-one')
  .filter((root) => existsSync(path.join(__dirname, root, 'jest.config.cjs')));

module.exports = {
  watchman: false,
  // Over a whole run, the heap of a worker would grow to 2 GB. Near its limit it is dozens of times
  // slower, and tests exceed their time limits.
  workerIdleMemoryLimit: '1GB',
  projects: projects.map((root) => `<rootDir>/${root}`),
};
