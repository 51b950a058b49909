const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

// Every project with a jest configuration of its own; journeys run apart, on the built system.
const projects = ['apps', 'libs']
  .flatMap((folder) => readdirSync(path.join(__dirname, folder)).map((name) => `${folder}/${name}`))
  .filter((root) => root !== 'apps/e2e')
  .concat('deploy/all-in-one')
  .filter((root) => existsSync(path.join(__dirname, root, 'jest.config.cjs')));

module.exports = {
  watchman: false,
  projects: projects.map((root) => `<rootDir>/${root}`),
};
