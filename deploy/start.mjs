// `npm start`: sets everything up and starts a whole installation with demo data. `-- --reset`
// deletes the data first; `-- --no-demo` starts an empty installation.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { protectDataFolder } from './installation/data-folder.mjs';
import { stopOrphans } from './installation/orphans.mjs';
import { settingsFrom } from './installation/settings.mjs';
import { portIsFree } from './tools/processes.mjs';
import { checkNode, ensurePackages, fail, build, print, workspace } from './tools/workspace.mjs';

const flags = new Set(process.argv.slice(2));
for (const flag of flags) {
  if (!['--reset', '--no-demo'].includes(flag))
    fail(`unknown option ${flag} (known: --reset, --no-demo)`);
}

checkNode();
const port = Number(process.env.PORT ?? 4000);
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  fail(`PORT=${process.env.PORT} is not a port.`);

const dataDir = path.resolve(workspace, process.env.ENGAWA_DATA ?? '.engawa');
const pidFile = path.join(dataDir, 'pid');
if (isRunning())
  fail(`an installation already runs on ${dataDir} (process ${readFileSync(pidFile, 'utf8')}).`);
if (!(await portIsFree(port))) fail(`port ${port} is taken; choose another: PORT=4001 npm start`);

const began = Date.now();
ensurePackages();
build(['all-in-one', 'embedded-mongo', 'web']);

if (flags.has('--reset')) {
  await stopOrphans(dataDir).catch((error) => fail(error.message));
  rmSync(dataDir, { recursive: true, force: true });
  print('began anew: the old data was deleted.');
}
protectDataFolder(dataDir);
writeFileSync(pidFile, String(process.pid));

const demoMark = path.join(dataDir, 'demo.json');
const wantsDemo = !flags.has('--no-demo');
const { demoAccounts, demoBootstrap, demoPassword, fillDemo } = await import('./demo/demo.mjs');
const { startInstallation } = await import('./installation/installation.mjs');

let installation;
let stopParts = async () => {};
let stopping = null;
function stop(code) {
  stopping ??= (async () => {
    print('stopping …');
    await stopParts();
    rmSync(pidFile, { force: true });
    process.exit(code);
  })();
  return stopping;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));

try {
  installation = await startInstallation({
    dataDir,
    port,
    bootstrap: wantsDemo ? demoBootstrap() : undefined,
    env: {
      ENGAWA_GOD_TWO_FACTOR: process.env.ENGAWA_GOD_TWO_FACTOR ?? 'optional',
      ...settingsFrom(process.env),
    },
    onExit: (reason) => {
      if (stopping) return;
      console.error(`engawa  ${reason}; see ${path.join(dataDir, 'logs')}`);
      void stop(1);
    },
    onStop: (stopAll) => {
      stopParts = stopAll;
    },
    print,
  });
  if (wantsDemo && !existsSync(demoMark)) {
    print(`open at http://localhost:${port}/ already; filling the demo spaces …`);
    // Before it begins: filled again after an interruption, everybody would be there twice.
    writeFileSync(demoMark, JSON.stringify({ filledAt: null }));
    await fillDemo(installation.url, { print });
    writeFileSync(demoMark, JSON.stringify({ filledAt: new Date().toISOString() }));
  } else if (wantsDemo && JSON.parse(readFileSync(demoMark, 'utf8')).filledAt === null) {
    print('the demo data are incomplete, as filling them was interrupted; `--reset` begins anew');
  }
} catch (error) {
  // An interruption aborts pending waits, which is no failure to report.
  if (stopping) await stopping;
  console.error(`engawa  ${error instanceof Error ? error.message : error}`);
  console.error(`engawa  the logs lie in ${path.join(dataDir, 'logs')}`);
  await stop(1);
}

if (!stopping) {
  const lines = [
    '',
    `  Engawa is ready after ${Math.round((Date.now() - began) / 100) / 10} s`,
    '',
    `  open       http://localhost:${port}/`,
    `  API        http://localhost:${port}/api/docs`,
    `  metrics    ${installation.managementUrl}/metrics`,
  ];
  if (existsSync(demoMark)) {
    lines.push('  accounts');
    for (const { email, note } of demoAccounts)
      lines.push(`             ${email.padEnd(22)} ${note}`);
    lines.push(`             password of all:       ${demoPassword}`);
  }
  lines.push(
    `  data       ${dataDir}`,
    `  mails      ${process.env.SMTP_URL ? 'sent by SMTP' : installation.env.MAIL_DIR}`,
    `  database   ${installation.mongoKind}    events   ${installation.eventsKind}`,
    '',
    '  Ctrl-C stops everything; the data stays. `npm start -- --reset` begins anew.',
    '',
  );
  console.log(lines.join('\n'));
}

function isRunning() {
  if (!existsSync(pidFile)) return false;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // The process id may have been reused: our command line contains this script.
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.mjs');
  } catch {
    return true;
  }
}
