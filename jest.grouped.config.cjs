const { mkdirSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const whole = require('./jest.config.cjs');

const folder = path.join(__dirname, 'dist/spec-groups');
/**
 * Spec files in one group. Jest loads and compiles all libraries anew for each file, which is half of
 * the processor time of a spec on real parts.
 */
const GROUP_SIZE = 16;

/**
 * A project whose spec files run in groups: a group is a file that requires them. A module that several of
 * them import must register no hooks, which only the first of them would get.
 */
function grouped(root) {
  const config = require(path.join(root, 'jest.config.cjs'));
  // Its files share no document, and some replace modules.
  if (config.testEnvironment === 'jsdom') return config;
  const groups = path.join(folder, config.displayName);
  rmSync(groups, { recursive: true, force: true });
  mkdirSync(groups, { recursive: true });
  const specs = readdirSync(root, { recursive: true })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => path.join(root, file));
  const onRealParts = (spec) => spec.endsWith('.int.spec.ts');
  // The end of a group's name decides about time limits, as that of a spec does.
  writeGroups(groups, '.int.spec.ts', specs.filter(onRealParts));
  writeGroups(
    groups,
    '.spec.ts',
    specs.filter((spec) => !onRealParts(spec)),
  );
  return { ...config, roots: [groups] };
}

function writeGroups(to, end, specs) {
  const count = Math.ceil(specs.length / GROUP_SIZE);
  for (let group = 0; group < count; group += 1) {
    const lines = specs
      .toSorted()
      .filter((_, index) => index % count === group)
      .map((spec) => {
        const name = path.relative(__dirname, spec);
        return `describe('${name}', () => void require('${spec}'));\n`;
      });
    writeFileSync(path.join(to, `${group + 1}${end}`), lines.join(''));
  }
}

module.exports = {
  ...whole,
  testSequencer: '<rootDir>/jest.sequencer.cjs',
  projects: whole.projects.map((root) => grouped(root.replace('<rootDir>', __dirname))),
};
