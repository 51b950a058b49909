// `npm run openapi`: writes the OpenAPI document and the event schemas of the current code as the
// contracts that later changes are compared with (libs/contracts/snapshots).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { workspace } from './tools/workspace.mjs';

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
