// `npm run bench`: speed and memory beside their limits. `npm run bench -- NAME` runs the
// benchmarks whose file name starts with NAME; `npm run bench:mongo` those of the embedded
// database. Options (`--users=5000`) go to the benchmarks that take them.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, checkNode, ensurePackages, workspace } from './tools/workspace.mjs';

checkNode();
ensurePackages();
const { values: options, positionals: wanted } = parseArgs({
  strict: false,
  allowPositionals: true,
});

if (wanted[0] === 'mongo') {
  build(['embedded-mongo']);
  const { status } = spawnSync(
    process.execPath,
    [path.join(workspace, 'libs/embedded-mongo/bench/mongo.bench.mjs'), ...wanted.slice(1)],
    { stdio: 'inherit' },
  );
  process.exit(status ?? 1);
}

const { services } = await import('./installation/services.mjs');
build(['embedded-mongo', 'all-in-one', 'web', 'gateway', ...services]);
const dir = path.join(workspace, 'deploy/bench');
const files = readdirSync(dir).filter((file) => file.endsWith('.bench.mjs'));
const over = [];
for (const file of files) {
  if (wanted.length > 0 && !wanted.some((name) => file.startsWith(name))) continue;
  const { run } = await import(path.join(dir, file));
  over.push(...(await run(options)));
}
console.log(
  over.length === 0 ? '\nall within their limits' : `\nover the limit: ${over.join('; ')}`,
);
process.exit(over.length === 0 ? 0 : 1);
