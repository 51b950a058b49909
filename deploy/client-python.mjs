// `npm run client:python [-- --to FOLDER]`: generates the Python client of the REST API from the
// OpenAPI document, as a package for pip (default dist/client-python). The generator is installed
// from PyPI into the tool cache. Replaces what it wrote there before, and nothing else.
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from './tools/arguments.mjs';
import { print, workspace } from './tools/workspace.mjs';
import { toolFolder, tryCommand } from './tools/tool-cache.mjs';
import { emptyFolder } from './tools/written-folder.mjs';

const VERSION = '0.29.1';
const { to } = readOptions('usage: npm run client:python [-- --to FOLDER]', {
  to: { type: 'string' },
});
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

emptyFolder(folder);
if (!existsSync(generator)) {
  print(`getting openapi-python-client ${VERSION} (once; it stays in the tool cache) …`);
  must(tryCommand('python3', ['-m', 'venv', tools]));
  const packages = ['-q', 'install', `openapi-python-client==${VERSION}`];
  must(tryCommand(path.join(tools, 'bin/pip'), packages));
}
must(
  tryCommand(generator, [
    ...['generate', '--path', path.join(workspace, 'libs/contracts/snapshots/openapi.json')],
    ...['--config', path.join(source, 'config.yaml'), '--output-path', folder],
    ...['--meta', 'setup', '--overwrite'],
  ]),
);
cpSync(path.join(source, 'webhooks.py'), path.join(folder, 'engawa_client/webhooks.py'));
for (const name of ['example.py', 'example_webhook.py'])
  cpSync(path.join(source, name), path.join(folder, name));
print(`the Python client lies in ${folder}; \`pip install ${folder}\` installs it`);
