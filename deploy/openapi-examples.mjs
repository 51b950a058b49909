// `npm run openapi:examples [-- SERVICE …]`: runs the services' tests and saves one request body
// and response per operation as the examples of the OpenAPI document (apps/gateway/src/docs).
// Examples of operations that this run did not see are kept. Run `npm run openapi` afterwards.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { print, workspace } from './tools/workspace.mjs';
import { services } from './installation/services.mjs';

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

/** Secrets of tests open nothing, but scanners and readers would take them for real ones. */
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

/** Prefers full examples: empty values show nothing, Japanese texts look like real data. */
function worth(value) {
  if (value === null || value === undefined || value === '') return 0;
  if (Array.isArray(value)) {
    // A few entries suffice in a list.
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
print(`${best.size} of ${Object.keys(sorted).length} examples are of this run`);
