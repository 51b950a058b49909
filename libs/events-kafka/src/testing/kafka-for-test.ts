import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface SecureListener {
  port: number;
  keyStore: string;
  keyStorePassword: string;
  user: string;
  password: string;
}

interface KafkaInfra {
  startKafka(options: {
    libs: string;
    dir: string;
    port?: number;
    secure?: SecureListener;
  }): Promise<KafkaProcess>;
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
  /** Restarts it at the same address with its data. */
  again(): Promise<void>;
  stop(): Promise<void>;
}

/** A broker that also listens with TLS and passwords. */
export interface SecureKafkaForTest extends KafkaForTest {
  readonly secure: { address: string; user: string; password: string; caFile: string };
}

const folder = path.resolve(__dirname, '../../../../deploy');
const infra = path.join(folder, 'servers/kafka.mjs');

/** Folder of the broker's jars; null without Java or when they cannot be downloaded. */
export function findKafka(): string | null {
  const script = `import(${JSON.stringify(`file://${infra}`)})
    .then((m) => m.ensureKafka({ log: console.error }))
    .then((found) => process.stdout.write(String(found ?? '')));`;
  const found = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
  return found === '' ? null : found;
}

/** A broker for tests that stop it. */
export function kafkaForTest(libs: string): Promise<KafkaForTest> {
  return start(libs, mkdtempSync(path.join(tmpdir(), 'engawa-kafka-test-')));
}

/** A broker with TLS and SASL, and a CA file for its self-signed certificate; needs `keytool`. */
export async function secureKafkaForTest(libs: string): Promise<SecureKafkaForTest> {
  const { freePort } = (await import(path.join(folder, 'tools/processes.mjs'))) as {
    freePort(): Promise<number>;
  };
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-kafka-test-'));
  const keyStore = path.join(dir, 'broker.p12');
  const caFile = path.join(dir, 'ca.pem');
  const keyStorePassword = 'only-for-tests';
  const store = ['-keystore', keyStore, '-storepass', keyStorePassword, '-alias', 'broker'];
  const keytool = (...args: string[]) => execFileSync('keytool', args, { stdio: 'pipe' });
  keytool(
    ...['-genkeypair', ...store, '-storetype', 'PKCS12', '-keyalg', 'EC', '-validity', '2'],
    ...['-dname', 'CN=127.0.0.1', '-ext', 'SAN=ip:127.0.0.1', '-ext', 'BC=ca:true'],
  );
  keytool('-exportcert', '-rfc', '-file', caFile, ...store);
  const credentials = { user: 'engawa', password: 'a-broker-password' };
  const port = await freePort();
  const secure = { port, keyStore, keyStorePassword, ...credentials };
  const broker = await start(libs, dir, secure);
  return Object.assign(broker, {
    secure: { address: `127.0.0.1:${port}`, caFile, ...credentials },
  });
}

async function start(libs: string, dir: string, secure?: SecureListener): Promise<KafkaForTest> {
  const { startKafka } = (await import(infra)) as KafkaInfra;
  let broker = await startKafka({ libs, dir, secure });
  const { address, port } = broker;
  return {
    address,
    kill: () => broker.kill(),
    again: async () => {
      broker = await startKafka({ libs, dir, port, secure });
    },
    stop: async () => {
      await broker.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
