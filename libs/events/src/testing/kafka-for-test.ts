import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface KafkaInfra {
  startKafka(options: { libs: string; dir: string; port?: number }): Promise<KafkaProcess>;
}

interface KafkaProcess {
  address: string;
  port: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface KafkaForTest {
  readonly address: string;
  kill(): Promise<void>;
  /** Starts it again at the same address with its data. */
  again(): Promise<void>;
  stop(): Promise<void>;
}

const infra = path.resolve(__dirname, '../../../../deploy/infra/kafka.mjs');

/** Folder of the broker's jars; null where there is no Java or the jars cannot be had. */
export function findKafka(): string | null {
  const script = `import(${JSON.stringify(`file://${infra}`)})
    .then((m) => m.ensureKafka({ log: console.error }))
    .then((found) => process.stdout.write(String(found ?? '')));`;
  const found = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
  return found === '' ? null : found;
}

/** A broker of one's own, for tests that stop it on the way. */
export async function kafkaForTest(libs: string): Promise<KafkaForTest> {
  const { startKafka } = (await import(infra)) as KafkaInfra;
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-kafka-test-'));
  let broker = await startKafka({ libs, dir });
  const { address, port } = broker;
  return {
    address,
    kill: () => broker.kill(),
    again: async () => {
      broker = await startKafka({ libs, dir, port });
    },
    stop: async () => {
      await broker.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
