// What every command needs first: Node, packages, a build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { useNodeOfImage } from './node.mjs';

export const workspace = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export function print(text) {
  console.log(`engawa  ${text}`);
}

/** Prints the text without a stack and exits with 1. */
export function fail(text) {
  console.error(`engawa  ${text}`);
  process.exit(1);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
  }
}

/** Installs the packages if the lock file differs from the installed one, and provides Node. */
export function ensurePackages() {
  useNodeOfImage(print);
  const modules = path.join(workspace, 'node_modules');
  const stamp = path.join(modules, '.engawa-lock');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(workspace, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  print('installing packages (npm ci) …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lock);
}

/** Builds projects; nx skips unchanged ones. */
export function build(projects) {
  print(`building ${projects.join(', ')} …`);
  run(process.execPath, [
    path.join(workspace, 'node_modules/nx/dist/bin/nx.js'),
    'run-many',
    '-t',
    'build',
    '-p',
    projects.join(','),
    '--outputStyle=stream-without-prefixes',
  ]);
}

/** Runs a command; prints the end of its output only on failure. */
function run(command, args) {
  const result = spawnSync(command, args, {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: {
      ...process.env,
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      NX_NO_CLOUD: 'true',
      FORCE_COLOR: '0',
    },
  });
  if (result.error) fail(`${command} could not be run: ${result.error.message}`);
  if (result.status !== 0) {
    const lines = `${result.stdout}\n${result.stderr}`.trimEnd().split('\n');
    process.stderr.write(`${lines.slice(-60).join('\n')}\n`);
    fail(`${command} ${args.slice(-4).join(' ')} failed (${result.status}).`);
  }
}
