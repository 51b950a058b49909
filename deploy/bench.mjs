// `npm run bench`: speed and memory side by side with their limits. `npm run bench -- NAME` runs
// those whose file name begins so; `npm run bench:mongo` the embedded database's.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build, checkNode, ensurePackages, workspace } from './infra/setup.mjs';

checkNode();
ensurePackages();
const wanted = process.argv.slice(2);

if (wanted[0] === 'mongo') {
  build(['embedded-mongo']);
  const { status } = spawnSync(
    process.execPath,
    [path.join(workspace, 'libs/embedded-mongo/bench/mongo.bench.mjs'), ...wanted.slice(1)],
    { stdio: 'inherit' },
  );
  process.exit(status ?? 1);
}

const { services } = await import('./infra/services.mjs');
build(['embedded-mongo', 'all-in-one', 'web', 'gateway', ...services]);
const dir = path.join(workspace, 'deploy/bench');
const files = readdirSync(dir).filter((file) => file.endsWith('.bench.mjs'));
const over = [];
for (const file of files) {
  if (wanted.length > 0 && !wanted.some((name) => file.startsWith(name))) continue;
  const { run } = await import(path.join(dir, file));
  over.push(...(await run()));
}
console.log(
  over.length === 0 ? '\nall within their limits' : `\nover the limit: ${over.join('; ')}`,
);
process.exit(over.length === 0 ? 0 : 1);
