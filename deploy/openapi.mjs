// `npm run openapi`: writes the API's document down as the contract that changes are compared with
// (libs/contracts/snapshots/openapi.json), from the running services.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { workspace } from './infra/setup.mjs';

const { status } = spawnSync(
  process.execPath,
  [
    path.join(workspace, 'node_modules/jest/bin/jest.js'),
    '--config',
    'deploy/all-in-one/jest.config.cjs',
    'openapi',
  ],
  { cwd: workspace, stdio: 'inherit', env: { ...process.env, OPENAPI_WRITE: '1' } },
);
process.exit(status ?? 1);
