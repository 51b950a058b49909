import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface NatsProcess {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

interface NatsInfra {
  ensureNatsServer(options?: { log?: (text: string) => void }): Promise<string>;
  startNats(options: { binary: string; dir: string; port?: number }): Promise<NatsProcess>;
}

export interface NatsForTest {
  readonly url: string;
  /** Kills the server (SIGKILL); its data stay. */
  kill(): Promise<void>;
  /** Restarts it at the same address. */
  again(): Promise<void>;
  /** Reloads it with this password for the user `engawa`; clients with another one are refused. */
  requirePassword(password: string): void;
  stop(): Promise<void>;
}

/** A nats-server for tests that stop it. */
export async function natsForTest(): Promise<NatsForTest> {
  const infra = path.resolve(__dirname, '../../../../deploy/servers/nats.mjs');
  const { ensureNatsServer, startNats } = (await import(infra)) as NatsInfra;
  const binary = await ensureNatsServer();
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-nats-test-'));
  let server = await startNats({ binary, dir });
  const { url, port } = server;
  return {
    url,
    kill: () => server.kill(),
    again: async () => {
      server = await startNats({ binary, dir, port });
    },
    requirePassword: (password) => {
      // The last one in the file counts.
      const authorization = `authorization { user: engawa, password: ${password} }`;
      appendFileSync(path.join(dir, 'nats.conf'), `${authorization}\n`);
      process.kill(server.pid, 'SIGHUP');
    },
    stop: async () => {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
