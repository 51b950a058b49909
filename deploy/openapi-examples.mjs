// `npm run openapi:examples [-- SERVICE …]`: runs the services' tests and keeps, for each operation, one
// request body and answer of theirs as the example of the API's document (apps/gateway/src/docs).
// Examples of operations that this run did not see stay. Afterwards: `npm run openapi`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { say, workspace } from './infra/setup.mjs';
import { services } from './infra/services.mjs';

const jest = path.join(workspace, 'node_modules/jest/bin/jest.js');
const file = path.join(workspace, 'apps/gateway/src/docs/examples.json');
const names = process.argv.slice(2);
const folder = process.env.OPENAPI_EXAMPLES ?? mkdtempSync(path.join(tmpdir(), 'engawa-examples-'));

if (!process.env.OPENAPI_EXAMPLES) {
  for (const service of names.length > 0 ? names : services) {
    spawnSync(
      process.execPath,
      [jest, '--config', `apps/${service}/jest.config.cjs`, '--runInBand', 'int.spec'],
      {
        cwd: workspace,
        stdio: 'inherit',
        env: { ...process.env, OPENAPI_EXAMPLES: folder },
      },
    );
  }
}

/** Secrets of tests open nothing, but look as if they did. */
const secrets = [
  [/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/, 'eyJhbGciOiJFZERTQSJ9.…'],
  [/^engawa_[\w-]+$/, 'engawa_…'],
  [/^whsec_.+$/, 'whsec_…'],
  [/^otpauth:.*$/, 'otpauth://totp/Engawa:hanako%40example.com?secret=…&issuer=Engawa'],
  [/127\.0\.0\.1:\d+/, 'receiver.example'],
];

function cleaned(value, key = '') {
  if (Array.isArray(value)) return value.map((entry) => cleaned(entry, key));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, cleaned(v, k)]));
  if (typeof value !== 'string') return value;
  for (const [form, shown] of secrets) if (form.test(value)) return value.replace(form, shown);
  if (/^token$/i.test(key)) return `${value.slice(0, 4)}…`;
  if (/password/i.test(key)) return 'a good long password';
  return value;
}

/** The fuller the better: empty values show nothing, Japanese texts look as real ones do. */
function worth(value) {
  if (value === null || value === undefined || value === '') return 0;
  if (Array.isArray(value)) {
    // The first entries tell; a long list only takes room.
    const [first = 0, second = 0] = value.map(worth);
    return first + second / 4 - Math.max(0, value.length - 3);
  }
  if (typeof value === 'object') return Object.values(value).reduce((sum, v) => sum + worth(v), 0);
  return typeof value === 'string' && /[぀-ヿ一-鿿]/.test(value) ? 3 : 1;
}

const best = new Map();
for (const name of readdirSync(folder)) {
  const lines = readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean);
  for (const { operationId, body, answer } of lines.map((line) => JSON.parse(line))) {
    const value = worth(answer) + worth(body ?? null);
    if (value <= (best.get(operationId)?.value ?? -1_000)) continue;
    if (!body && answer === undefined) continue;
    best.set(operationId, { value, example: { ...(body ? { body } : {}), answer } });
  }
}
if (!process.env.OPENAPI_EXAMPLES) rmSync(folder, { recursive: true });
const known = JSON.parse(readFileSync(file, 'utf8'));
for (const [operationId, { example }] of best) known[operationId] = cleaned(example);
const sorted = Object.fromEntries(Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(sorted, null, 1)}\n`);
say(`${best.size} of ${Object.keys(sorted).length} examples are of this run`);
