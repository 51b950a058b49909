// `npm run test:long -- chaos`: the long form of a test that has a short form in `npm test`.
import { spawnSync } from 'node:child_process';
import { workspace } from './infra/setup.mjs';

const forms = {
  chaos: {
    config: 'deploy/all-in-one/jest.config.cjs',
    env: { ENGAWA_CHAOS_SECONDS: '1800', ENGAWA_CHAOS_RATE: '20' },
  },
};
const [name] = process.argv.slice(2).filter((each) => each !== '--');
const form = forms[name];
if (!form) {
  console.error(`usage: npm run test:long -- ${Object.keys(forms).join(' | ')}`);
  process.exit(2);
}
const { status } = spawnSync('npx', ['jest', '--config', form.config, name], {
  cwd: workspace,
  stdio: 'inherit',
  env: { ...form.env, ...process.env },
});
process.exit(status ?? 1);
