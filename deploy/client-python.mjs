// `npm run client:python [-- --to FOLDER]`: writes the Python client of the REST API as a package that
// pip installs (default dist/client-python), generated from the API's document. The generator comes
// from PyPI into the tool cache.
import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { say, workspace } from './infra/setup.mjs';
import { toolFolder, tried } from './infra/tools.mjs';

const VERSION = '0.29.1';
const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
const folder = to
  ? path.resolve(process.env.INIT_CWD ?? workspace, to)
  : path.join(workspace, 'dist/client-python');
const source = path.join(workspace, 'deploy/client-python');
const tools = toolFolder(`openapi-python-client-${VERSION}`);
const generator = path.join(tools, 'bin/openapi-python-client');

function must(reason) {
  if (reason === null) return;
  console.error(`engawa  the Python client was not written: ${reason}`);
  process.exit(1);
}

if (!existsSync(generator)) {
  say(`getting openapi-python-client ${VERSION} (once; it stays in the tool cache) …`);
  must(tried('python3', ['-m', 'venv', tools]));
  const packages = ['-q', 'install', `openapi-python-client==${VERSION}`];
  must(tried(path.join(tools, 'bin/pip'), packages));
}
rmSync(folder, { recursive: true, force: true });
must(
  tried(generator, [
    ...['generate', '--path', path.join(workspace, 'libs/contracts/snapshots/openapi.json')],
    ...['--config', path.join(source, 'config.yaml'), '--output-path', folder, '--meta', 'setup'],
  ]),
);
cpSync(path.join(source, 'example.py'), path.join(folder, 'example.py'));
say(`the Python client lies in ${folder}; \`pip install ${folder}\` installs it`);
