import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@engawa/testing';

interface Part {
  pid: number;
  outcome(): string | null;
  kill(): Promise<void>;
  stop(): Promise<void>;
}
interface Supervised {
  current(): Part;
  killAndRestart(downMillis?: number): Promise<void>;
  stop(): Promise<void>;
}
interface Infra {
  supervise(options: {
    name: string;
    start: (onExit: (reason: string) => void) => Part | Promise<Part>;
    onGiveUp: (reason: string) => void;
    onStart?: (part: Part) => void;
    print?: (text: string) => void;
    limits?: { deaths: number; windowMs: number; firstPauseMs: number };
  }): Promise<Supervised>;
  startProcess(
    name: string,
    command: string,
    args: string[],
    options: { log: 'ignore'; onExit: (reason: string) => void },
  ): Part;
  protectDataFolder(dataDir: string): void;
}

const deploy = path.resolve(__dirname, '../..');
const load = async (file: string) => (await import(path.join(deploy, file))) as Infra;
const FOREVER = 'setInterval(() => {}, 1000)';

describe('a part of an installation', () => {
  const limits = { deaths: 3, windowMs: 60_000, firstPauseMs: 1 };
  const given: string[] = [];
  const said: string[] = [];
  const pids: number[] = [];
  let supervised: Supervised | null = null;

  afterEach(async () => {
    await supervised?.stop();
    for (const list of [given, said, pids]) list.length = 0;
  });

  async function supervise(script: () => string): Promise<Supervised> {
    const { supervise: keep } = await load('installation/supervise.mjs');
    const { startProcess } = await load('tools/processes.mjs');
    supervised = await keep({
      name: 'part',
      start: (onExit) =>
        startProcess('part', process.execPath, ['-e', script()], { log: 'ignore', onExit }),
      onGiveUp: (reason) => given.push(reason),
      onStart: ({ pid }) => pids.push(pid),
      print: (text) => said.push(text),
      limits,
    });
    return supervised;
  }

  it('is started again when it is killed', async () => {
    const part = await supervise(() => FOREVER);
    process.kill(part.current().pid, 'SIGKILL');
    await eventually(() => expect(pids).toHaveLength(2));
    expect(said).toEqual(['part ended (SIGKILL); starting it again …', 'part runs again']);
    process.kill(part.current().pid, 0);
    expect(given).toEqual([]);
  });

  it('is given up with the reason after repeated deaths', async () => {
    let starts = 0;
    await supervise(() => ((starts += 1) === 1 ? FOREVER : 'process.exit(3)'));
    process.kill(pids[0]!, 'SIGKILL');
    await eventually(() => expect(given).toEqual(['part ended (3), for the 4th time within 60 s']));
    expect(pids).toHaveLength(4);
  });

  it('is not started again once it is stopped', async () => {
    const part = await supervise(() => FOREVER);
    await part.killAndRestart();
    expect(pids).toHaveLength(2);
    await part.stop();
    expect(() => process.kill(pids[1]!, 0)).toThrow('ESRCH');
    expect([pids.length, said, given]).toEqual([2, [], []]);
  });
});

describe('the data folder', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-data-'));
  const umask = process.umask();
  afterAll(() => {
    process.umask(umask);
    rmSync(dir, { recursive: true, force: true });
  });
  const modeOf = (...names: string[]) => statSync(path.join(dir, ...names)).mode & 0o777;

  it('of an earlier version is closed, and what is written later is its owner’s alone', async () => {
    const { protectDataFolder } = await load('installation/data-folder.mjs');
    const old = path.join(dir, 'old');
    mkdirSync(path.join(old, 'mails'), { recursive: true });
    writeFileSync(path.join(old, 'mails', 'link.eml'), '');
    writeFileSync(path.join(old, 'running.json'), '{}');
    for (const name of ['', 'mails']) chmodSync(path.join(old, name), 0o755);
    for (const name of ['mails/link.eml', 'running.json']) chmodSync(path.join(old, name), 0o644);
    protectDataFolder(old);
    writeFileSync(path.join(old, 'mails', 'later.eml'), '');
    expect([modeOf('old'), modeOf('old', 'mails')]).toEqual([0o700, 0o700]);
    expect(modeOf('old', 'mails', 'link.eml')).toBe(0o600);
    expect(modeOf('old', 'mails', 'later.eml')).toBe(0o600);
    expect(modeOf('old', 'running.json')).toBe(0o600);
    protectDataFolder(path.join(dir, 'new'));
    expect(modeOf('new')).toBe(0o700);
  });

  it('leaves alone what is not its own', async () => {
    const { protectDataFolder } = await load('installation/data-folder.mjs');
    const shared = path.join(dir, 'shared');
    mkdirSync(path.join(shared, 'photos'), { recursive: true });
    chmodSync(shared, 0o755);
    chmodSync(path.join(shared, 'photos'), 0o755);
    protectDataFolder(shared);
    expect([modeOf('shared'), modeOf('shared', 'photos')]).toEqual([0o755, 0o755]);
  });
});
