// `npm run openapi`: writes down the API's document and the events' schemas as the contracts that
// changes are compared with (libs/contracts/snapshots), from the code as it is.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { workspace } from './infra/setup.mjs';

const jest = path.join(workspace, 'node_modules/jest/bin/jest.js');
const specs = [
  'deploy/all-in-one/src/openapi.int.spec.ts',
  'libs/contracts/src/event/event-schemas',
];
const { status } = spawnSync(process.execPath, [jest, '--runInBand', ...specs], {
  cwd: workspace,
  stdio: 'inherit',
  env: { ...process.env, OPENAPI_WRITE: '1' },
});
process.exit(status ?? 1);
