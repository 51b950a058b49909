import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const workspace = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(workspace, file), 'utf8');

interface Rules {
  groups: {
    rules: { alert: string; annotations: { runbook: string }; labels: { severity: string } }[];
  }[];
}
const { groups } = parse(read('deploy/monitoring/alerts.yaml')) as Rules;
const alerts = groups.flatMap(({ rules }) => rules);

describe('the alerts', () => {
  it.each(alerts)('$alert has a runbook that says what to do', ({ alert, annotations, labels }) => {
    const page = read(annotations.runbook);
    expect(page).toMatch(new RegExp(`^# ${alert}\n`));
    expect(page).toContain('**What to do.**');
    expect(['critical', 'warning']).toContain(labels.severity);
  });

  it('are all there for whom a runbook is written', () => {
    const pages = readdirSync(path.join(workspace, 'docs/runbooks')).filter(
      (name) => name !== 'README.md',
    );
    expect(pages.map((name) => `docs/runbooks/${name}`).sort()).toEqual(
      alerts.map(({ annotations }) => annotations.runbook).sort(),
    );
  });

  it('have a test of their series each', () => {
    const { tests } = parse(read('deploy/monitoring/alerts.test.yaml')) as {
      tests: { name: string }[];
    };
    const tested = tests.map(({ name }) => name);
    expect(alerts.filter(({ alert }) => !tested.includes(alert))).toEqual([]);
  });
});

it('the dashboard and the alerts name metrics that the code makes', () => {
  const text = read('deploy/monitoring/dashboard.json') + read('deploy/monitoring/alerts.yaml');
  const named = new Set(
    (text.match(/\bengawa_[a-z0-9_]+\b/g) ?? []).map((name) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    ),
  );
  const made = ['libs', 'apps']
    .flatMap((folder) =>
      readdirSync(path.join(workspace, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map(read)
    .join('\n');
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((name) => !made.includes(`'${name}'`))).toEqual([]);
});
