// `npm run client [-- --to FOLDER]`: writes the typed client of the REST API as a package for `npm
// pack` (default dist/client). Its types are generated from the OpenAPI document. Replaces what it wrote there
// before, and nothing else.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { readOptions } from './tools/arguments.mjs';
import { print, workspace } from './tools/workspace.mjs';
import { emptyFolder } from './tools/written-folder.mjs';

const { to } = readOptions('usage: npm run client [-- --to FOLDER]', { to: { type: 'string' } });
const target = path.resolve(process.env.INIT_CWD ?? workspace, to ?? '.');
const folder = to ? target : path.join(workspace, 'dist/client');
const source = path.join(workspace, 'deploy/client');
const contract = path.join(workspace, 'libs/contracts/snapshots/openapi.json');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

// A property with a default is optional in requests and always present in responses.
const types = await openapiTS(read(contract), { defaultNonNullable: false, alphabetize: true });
emptyFolder(folder);
const shipped = ['index.js', 'index.d.ts', 'retry.js', 'webhook.js', 'README.md'];
for (const name of shipped) cpSync(path.join(source, name), path.join(folder, name));
writeFileSync(
  path.join(folder, 'schema.d.ts'),
  `// Generated from the API's document; do not edit.\n${astToString(types)}`,
);
const { version, devDependencies } = read(path.join(workspace, 'package.json'));
const manifest = read(path.join(source, 'package.json'));
manifest.version = version;
manifest.dependencies['openapi-fetch'] = devDependencies['openapi-fetch'];
writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
print(`the client of version ${version} lies in ${folder}`);
