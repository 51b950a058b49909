// Tests dashboard and alerts with a real Prometheus that scrapes a running installation: every
// metric exists, every query is valid, and alerts fire when their cause is created.
import assert from 'node:assert/strict';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify as querystring } from 'node:querystring';
import { connect } from 'nats';
import { demoBootstrap, demoPassword } from '../demo/demo.mjs';
import { startInstallation } from '../installation/installation.mjs';
import { freePort, startProcess, waitUntil } from '../tools/processes.mjs';
import { build, print, workspace } from '../tools/workspace.mjs';
import { tryCommand } from '../tools/tool-cache.mjs';
import { atEnd, run } from './engine.mjs';
import { Writer } from './writer.mjs';

const folder = path.join(workspace, 'deploy/monitoring');
const WAIT_MS = 90_000;

export async function testMonitoring() {
  if (!ensurePrometheus()) return;
  run('promtool', ['test', 'rules', path.join(folder, 'alerts.test.yaml')]);
  print('each alert fires on the series of its test');
  build(['all-in-one', 'embedded-mongo', 'web']);
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-monitoring-'));
  atEnd(() => rmSync(dir, { recursive: true, force: true }));
  const installation = await startInstallation({
    dataDir: path.join(dir, 'data'),
    bootstrap: demoBootstrap(),
    env: { ENGAWA_GOD_TWO_FACTOR: 'optional' },
    onExit: print,
    onStop: atEnd,
    print: () => {},
  });
  const prometheus = await startPrometheus(dir, installation.managementUrl);
  const account = { email: 'admin@engawa.example', password: demoPassword };
  const writer = new Writer(installation.url, account);
  await writer.signIn();
  await writer.start();
  await checkNames(prometheus);
  await makeCauses(prometheus, installation, path.join(dir, 'data'));
  print(await writer.finish());
}

function ensurePrometheus() {
  if (tryCommand('promtool', ['--version']) === null) return true;
  const reason =
    process.getuid?.() === 0
      ? tryCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'prometheus'])
      : 'not root';
  if (reason !== null) print(`monitoring: skipped, no Prometheus here (${reason})`);
  return reason === null;
}

/** Scrapes and evaluates every second, without the `for` duration of alerts. */
async function startPrometheus(dir, target) {
  const at = (name) => path.join(dir, name);
  const rules = readFileSync(path.join(folder, 'alerts.yaml'), 'utf8');
  writeFileSync(at('alerts.yaml'), rules.replace(/for: \w+/g, 'for: 0s'));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [at('alerts.yaml')],
    scrape_configs: [{ job_name: 'engawa', static_configs: [{ targets: [new URL(target).host] }] }],
  };
  writeFileSync(at('prometheus.yml'), JSON.stringify(config));
  const port = await freePort();
  const log = openSync(at('prometheus.log'), 'a');
  const server = startProcess(
    'prometheus',
    'prometheus',
    [`--config.file=${at('prometheus.yml')}`, `--storage.tsdb.path=${at('series')}`].concat(
      `--web.listen-address=127.0.0.1:${port}`,
    ),
    { log, onExit: print },
  );
  const ask = async (resource, query = {}) => {
    const address = `http://127.0.0.1:${port}/api/v1/${resource}?${querystring(query)}`;
    const { status, data, error } = await (await fetch(address)).json();
    assert.equal(status, 'success', `${query.query}: ${error}`);
    return data;
  };
  atEnd(server.stop);
  await waitUntil(async () => (await ask('query', { query: 'up == 1' })).result.length === 1, {
    timeoutMs: WAIT_MS,
    what: 'Prometheus',
    outcome: server.outcome,
  });
  return { ask };
}

async function checkNames({ ask }) {
  const { panels } = JSON.parse(readFileSync(path.join(folder, 'dashboard.json'), 'utf8'));
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  for (const query of queries)
    await ask('query', { query: query.replaceAll('$__rate_interval', '1m') });
  const text = `${queries.join('\n')}\n${readFileSync(path.join(folder, 'alerts.yaml'), 'utf8')}`;
  const names = new Set(
    text
      .match(/\b(?:engawa|nodejs|process)_[a-z0-9_]+\b/g)
      .map((name) => name.replace(/_(bucket|count|sum)$/, '')),
  );
  const metadata = (await ask('targets/metadata')).map(({ metric }) => metric);
  assert.deepEqual(
    [...names].filter((name) => !metadata.includes(name)),
    [],
  );
  print(`${panels.length} panels and the alerts name ${names.size} metrics, all of which exist`);
}

async function makeCauses({ ask }, { natsUrl, killAndRestart }, dataDir) {
  const fires = async (alert, makeCause) => {
    const began = Date.now();
    const undo = await makeCause();
    const firing = async () =>
      (await ask('alerts')).alerts.some(({ labels }) => labels.alertname === alert);
    await waitUntil(firing, { timeoutMs: WAIT_MS, everyMs: 500, what: alert });
    print(`${alert} fires ${Math.round((Date.now() - began) / 1000)} s after its cause`);
    await undo?.();
  };
  await fires('EngawaDeadLetters', async () => {
    const connection = await connect({ servers: natsUrl });
    await connection.jetstream().publish('engawa.timeline.post.created.0', 'no event');
    await connection.close();
  });
  await fires('EngawaErrors', () => {
    const { parts } = JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8'));
    process.kill(parts.database, 'SIGSTOP');
    return () => process.kill(parts.database, 'SIGCONT');
  });
  await fires('EngawaDown', () => void killAndRestart('engawa', 10_000));
}
