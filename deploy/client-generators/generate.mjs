// `node deploy/client-generators/generate.mjs --with NAME --to FOLDER`: generates a client from the API's
// document with a generator of others, and compiles it with a program that uses it. Prints, as JSON, the
// command that runs the program.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fail, workspace } from '../tools/workspace.mjs';
import { toolFolder, tryCommand } from '../tools/tool-cache.mjs';
import { emptyFolder } from '../tools/written-folder.mjs';

const contract = path.join(workspace, 'libs/contracts/snapshots/openapi.json');
/** The cores may be busy with other journeys. */
const options = { timeoutMs: 15 * 60_000 };
/** Without the optimizing compiler, which costs more time than it saves in runs of seconds. */
const java = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };

function must(reason) {
  if (reason !== null) fail(`no client was generated: ${reason}`);
}

function openapiTs(source, folder) {
  const tools = toolFolder('openapi-ts-0.99.0');
  const generator = path.join(tools, 'node_modules/@hey-api/openapi-ts/bin/run.js');
  if (!existsSync(generator)) {
    const packages = ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'];
    must(tryCommand('npm', ['install', '--prefix', tools, '--no-audit', ...packages], options));
  }
  cpSync(source, folder, { recursive: true });
  const inFolder = { ...options, cwd: folder, env: { ENGAWA_CONTRACT: contract } };
  must(tryCommand(process.execPath, [generator], inFolder));
  const compiler = path.join(workspace, 'node_modules/typescript-7/bin/tsc');
  const types = ['--typeRoots', path.join(workspace, 'node_modules/@types')];
  must(tryCommand(process.execPath, [compiler, '-p', folder, ...types], inFolder));
  return [process.execPath, path.join(folder, 'built/main.js')];
}

function oapiCodegen(source, folder) {
  const tools = toolFolder('oapi-codegen-2.8.2');
  const generator = path.join(tools, 'oapi-codegen');
  if (!existsSync(generator)) {
    const module = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
    must(tryCommand('go', ['install', module], { ...options, env: { GOBIN: tools } }));
  }
  cpSync(source, folder, { recursive: true });
  mkdirSync(path.join(folder, 'engawa'));
  const output = path.join(folder, 'engawa/engawa.go');
  const config = path.join(folder, 'config.yaml');
  must(tryCommand(generator, ['-config', config, '-o', output, contract], options));
  const inFolder = { ...options, cwd: folder };
  const program = path.join(folder, 'partner');
  must(tryCommand('go', ['build', '-o', program, '.'], inFolder));
  return [program];
}

function openapiGenerator(source, folder) {
  const tools = toolFolder('openapi-generator-7.17.0');
  const generator = path.join(tools, 'openapi-generator-cli-7.17.0.jar');
  if (!existsSync(generator)) {
    const artifact = '-Dartifact=org.openapitools:openapi-generator-cli:7.17.0';
    const place = `-DoutputDirectory=${tools}`;
    must(tryCommand('mvn', ['-q', '-B', 'dependency:copy', artifact, place], options));
  }
  const config = path.join(source, 'config.yaml');
  const how = ['generate', '-i', contract, '-c', config, '-o', folder];
  must(tryCommand('java', ['-jar', generator, ...how], { ...options, env: java }));
  cpSync(path.join(source, 'Main.java'), path.join(folder, 'src/main/java/Main.java'));
  const inFolder = { ...options, cwd: folder, env: java };
  const goals = ['compile', 'dependency:copy-dependencies', '-DoutputDirectory=libraries'];
  must(tryCommand('mvn', ['-q', '-B', '-DskipTests', ...goals], inFolder));
  const classes = [path.join(folder, 'target/classes'), path.join(folder, 'libraries/*')];
  return ['java', '-cp', classes.join(path.delimiter), 'Main'];
}

const generators = {
  'openapi-ts': openapiTs,
  'oapi-codegen': oapiCodegen,
  'openapi-generator': openapiGenerator,
};
const { values } = parseArgs({ options: { with: { type: 'string' }, to: { type: 'string' } } });
const name = values.with ?? '';
if (!Object.hasOwn(generators, name) || !values.to) {
  fail(`name a generator and a folder: --with ${Object.keys(generators).join('|')} --to FOLDER`);
}
const folder = path.resolve(values.to);
emptyFolder(folder);
const source = path.join(workspace, 'deploy/client-generators', name);
console.log(JSON.stringify(generators[name](source, folder)));
