import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { statusOf } from '@engawa/service-kit';

const workspace = path.resolve(__dirname, '../../..');
const thrown =
  /(?:super|new ProblemError)\(\s*(['`])([^'`]+)\1,\s*\{(?:(?!status:)[^}])*?status: (\d{3})/g;

/** One code with two statuses: 401 at sign-in, 422 for signed-in callers. */
const twofold = new Set(['identity.sign-in.code-wrong']);

function* sources(dir: string): Iterable<string> {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) yield* sources(file);
    else if (/(?<!spec)\.ts$/.test(entry.name)) yield file;
  }
}

/** The OpenAPI document derives a problem's status from its code only. */
it('a problem is thrown with the status that the API document says', () => {
  const different: string[] = [];
  let seen = 0;
  for (const app of readdirSync(path.join(workspace, 'apps'))) {
    if (app === 'web' || app === 'e2e') continue;
    for (const file of sources(path.join(workspace, 'apps', app, 'src'))) {
      for (const [, , code, status] of readFileSync(file, 'utf8').matchAll(thrown)) {
        if (code!.includes('${') || twofold.has(code!)) continue;
        seen += 1;
        if (statusOf(code!) !== Number(status)) different.push(`${code} ${status} (${file})`);
      }
    }
  }
  expect(seen).toBeGreaterThan(30);
  expect(different).toEqual([]);
});
