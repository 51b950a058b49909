// Bundles one project's entry points (main.ts, cli.ts) for Node with rolldown. Workspace libraries
// are inlined, packages of node_modules are not.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const workspace = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const project = process.argv[2];
if (!project) {
  console.error('usage: node deploy/build/bundle.mjs <project root>');
  process.exit(2);
}

const source = path.join(workspace, project, 'src');
const names = ['main', 'cli', 'worker', ...process.argv.slice(3)];
const input = Object.fromEntries(
  names
    .map((name) => [name, path.join(source, `${name}.ts`)])
    .filter(([, file]) => existsSync(file)),
);
if (Object.keys(input).length === 0) {
  console.error(`${project}: no entry point among ${names.map((n) => `src/${n}.ts`).join(', ')}`);
  process.exit(2);
}

const dir = path.join(workspace, 'dist', project);
await rm(dir, { recursive: true, force: true });
const bundle = await rolldown({
  input,
  platform: 'node',
  tsconfig: path.join(workspace, 'tsconfig.node.json'),
  // Path aliases and the decorator runtime are inlined; everything else is a package.
  external: (id) => !/^(\.|\/|@engawa\/|@oxc-project\/)/.test(id) && !id.startsWith('\0'),
  onLog(level, log, handler) {
    if (level === 'warn') throw new Error(`${project}: ${log.message}`);
    handler(level, log);
  },
});
await bundle.write({
  dir,
  format: 'cjs',
  keepNames: true,
  sourcemap: true,
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
});
await bundle.close();
