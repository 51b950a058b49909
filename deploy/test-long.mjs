// `npm run test:long -- NAME`: the long form of a test that has a short form in `npm test`.
import { spawnSync } from 'node:child_process';
import { build, checkNode, ensurePackages, workspace } from './tools/workspace.mjs';

const forms = {
  chaos: { spec: 'chaos', env: { ENGAWA_CHAOS_SECONDS: '1800', ENGAWA_CHAOS_RATE: '20' } },
  backlog: { spec: 'backlog', env: { ENGAWA_BACKLOG: '1000000' } },
  'backlog-tasks': { spec: 'odd-events', env: { ENGAWA_BACKLOG: '1000000' } },
  'outbox-kills': {
    project: 'libs/persistence',
    spec: 'outbox-crash',
    env: { ENGAWA_KILLS: '200' },
  },
  'timeline-kills': { project: 'apps/timeline', spec: 'crash', env: { ENGAWA_KILLS: '50' } },
  'tasks-kills': { project: 'apps/tasks', spec: 'crash', env: { ENGAWA_KILLS: '50' } },
  'import-kills': {
    project: 'apps/members',
    spec: 'import/kill',
    env: { ENGAWA_KILLS: '50', ENGAWA_ROWS: '10000' },
  },
  'sign-in': {
    project: 'apps/identity',
    spec: 'sign-in/sign-in-attack',
    env: { ENGAWA_SIGN_IN_ATTEMPTS: '10000' },
  },
};
const [name] = process.argv.slice(2).filter((each) => each !== '--');
const form = forms[name];
if (!form) {
  console.error(`usage: npm run test:long -- ${Object.keys(forms).join(' | ')}`);
  process.exit(2);
}
checkNode();
ensurePackages();
build(['embedded-mongo', 'all-in-one']);
const config = `${form.project ?? 'deploy/all-in-one'}/jest.config.cjs`;
const { status } = spawnSync('npx', ['jest', '--config', config, `src/${form.spec}[.]`], {
  cwd: workspace,
  stdio: 'inherit',
  env: { ...form.env, ...process.env },
});
process.exit(status ?? 1);
