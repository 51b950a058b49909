import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { problemTexts } from '@engawa/contracts';
import { knownActions } from './record-words.rules';

const apps = path.resolve(__dirname, '../../../../');
const written =
  /['`]((?:members|integrations|tasks|timeline)\.[a-zA-Z]+\.)([a-zA-Z-]+|\$\{[^}]+\})['`]/g;

/** Audit actions in the sources: near `udit`, excluding event names. */
function auditActions(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) return auditActions(file);
    if (!/(?<!spec|fixture)\.ts$/.test(entry.name)) return [];
    const text = readFileSync(file, 'utf8');
    if (!/[aA]udit/.test(text)) return [];
    return [...text.matchAll(written)].map(([, place, name]) =>
      name!.startsWith('$') ? place! : `${place}${name}`,
    );
  });
}

it('every action that services tell the audit log of has words', () => {
  const told = ['members', 'integrations', 'tasks', 'timeline']
    .flatMap((app) => auditActions(path.join(apps, app, 'src')))
    // Questions to other services and problem codes look the same.
    .filter((name) => !/\.find[A-Z]/.test(name) && !Object.hasOwn(problemTexts, name));
  expect(told.length).toBeGreaterThan(10);
  const silent = told.filter((name) =>
    name.endsWith('.')
      ? !knownActions.some((known) => known.startsWith(name))
      : !knownActions.includes(name),
  );
  expect(silent).toEqual([]);
});
