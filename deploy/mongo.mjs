// `npm run mongo -- --dbpath DIR --port PORT`: runs only the embedded MongoDB-compatible server.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build, checkNode, ensurePackages, workspace } from './tools/workspace.mjs';

checkNode();
ensurePackages();
build(['embedded-mongo']);
const server = spawn(
  process.execPath,
  [path.join(workspace, 'dist/libs/embedded-mongo/cli.cjs'), ...process.argv.slice(2)],
  { stdio: 'inherit', cwd: process.env.INIT_CWD ?? workspace },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.once('exit', (code) => process.exit(code ?? 1));
