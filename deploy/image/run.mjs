// Entry point of the image: `docker run engawa timeline` runs that service, `docker run engawa backup --into /backup`
// a command for operators. The program runs in this process, so that it receives the signals.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const apps = readdirSync(path.join(root, 'dist/apps')).filter((name) =>
  existsSync(path.join(root, 'dist/apps', name, 'main.cjs')),
);
const programs = new Map([
  ...apps.map((name) => [name, `dist/apps/${name}/main.cjs`]),
  ['all-in-one', 'dist/deploy/all-in-one/main.cjs'],
  ['embedded-mongo', 'dist/libs/embedded-mongo/cli.cjs'],
  ...['backup', 'restore', 'keys', 'events-check', 'events-replay', 'tasks-repair'].map((name) => [
    name,
    `deploy/${name}.mjs`,
  ]),
]);

const [name] = process.argv.slice(2);
const file = programs.get(name);
if (!file) {
  console.error(
    `usage: engawa PROGRAM [options], PROGRAM being one of\n  ${[...programs.keys()].join('\n  ')}`,
  );
  process.exit(2);
}
const target = path.join(root, file);
process.argv.splice(1, 2, target);
if (target.endsWith('.cjs')) createRequire(import.meta.url)(target);
else await import(pathToFileURL(target));
