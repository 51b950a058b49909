import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Member {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

interface Infra {
  ensureNatsServer(): Promise<string>;
  startNats(options: {
    binary: string;
    dir: string;
    port?: number;
    cluster: { name: string; server: string; port: number; routes: number[] };
  }): Promise<Member>;
}

export interface NatsClusterForTest {
  readonly urls: string[];
  kill(server: string): Promise<void>;
  again(server: string): Promise<void>;
  /** Isolates a member like a network failure: it neither answers nor closes connections. */
  freeze(server: string): void;
  thaw(server: string): void;
  stop(): Promise<void>;
}

/** Three nats-servers on loopback, named `n1`, `n2` and `n3`. */
export async function natsClusterForTest(): Promise<NatsClusterForTest> {
  const folder = path.resolve(__dirname, '../../../../deploy');
  const { ensureNatsServer, startNats } = (await import(
    path.join(folder, 'servers/nats.mjs')
  )) as Infra;
  const { freePort } = (await import(path.join(folder, 'tools/processes.mjs'))) as {
    freePort(): Promise<number>;
  };
  const binary = await ensureNatsServer();
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-nats-cluster-'));
  const names = ['n1', 'n2', 'n3'];
  const routes: number[] = [];
  for (const _name of names) routes.push(await freePort());
  const members = new Map<string, Member>();
  const start = async (server: string, port?: number) => {
    const cluster = { name: 'engawa', server, port: routes[names.indexOf(server)]!, routes };
    const options = { binary, dir: path.join(dir, server), port, cluster };
    members.set(server, await startNats(options));
  };
  await Promise.all(names.map((name) => start(name)));
  return {
    urls: names.map((name) => members.get(name)!.url),
    kill: (server) => members.get(server)!.kill(),
    again: (server) => start(server, members.get(server)!.port),
    freeze: (server) => void process.kill(members.get(server)!.pid, 'SIGSTOP'),
    thaw: (server) => void process.kill(members.get(server)!.pid, 'SIGCONT'),
    stop: async () => {
      await Promise.all([...members.values()].map((member) => member.kill()));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
