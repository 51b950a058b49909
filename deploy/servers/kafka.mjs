// Provides and runs a Kafka broker on this machine: Apache Kafka's jars from Maven Central, in
// KRaft mode, on the installed Java.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { freePort, startProcess, waitUntil } from '../tools/processes.mjs';
import { toolFolder, tryCommand } from '../tools/tool-cache.mjs';

const VERSION = '4.1.1';
const ARTIFACT = 'kafka_2.13';
/** Characters of a broker's log that the error of a failed start has. */
const LOG_SHOWN = 3_000;
const CLUSTER_ID = 'MkU3OEVBNTcwNTJENDM2Qk';

/**
 * Folder of the broker's jars, or null if unavailable (`KAFKA_LIBS`, then the tool cache, then
 * Maven); `log` receives the reason.
 */
export async function ensureKafka({ log = () => {} } = {}) {
  const java = tryCommand('java', ['-version']);
  if (java !== null) {
    log(`no Kafka broker: ${java}`);
    return null;
  }
  if (process.env.KAFKA_LIBS) return process.env.KAFKA_LIBS;
  const folder = toolFolder(`kafka-${VERSION}`);
  const libs = path.join(folder, 'libs');
  if (existsSync(libs)) return libs;
  const work = mkdtempSync(path.join(folder, 'get-'));
  try {
    writeFileSync(path.join(work, 'pom.xml'), pom);
    const reason = tryCommand('mvn', [
      '-q',
      '-B',
      '-f',
      path.join(work, 'pom.xml'),
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${path.join(work, 'libs')}`,
    ]);
    if (reason !== null) {
      log(`no Kafka broker: ${reason}`);
      return null;
    }
    if (!existsSync(libs)) renameSync(path.join(work, 'libs'), libs);
    return libs;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>engawa</groupId>
  <artifactId>kafka-broker</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>${ARTIFACT}</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

/**
 * Starts a broker on loopback with its data below `dir`. Resolves, once it listens, to its address
 * and process. Restarted with the same folder and port it continues with its data. `secure` adds a
 * listener with TLS and passwords: `{ port, keyStore, keyStorePassword, user, password }`.
 */
export async function startKafka({ libs, dir, port, secure, onExit }) {
  mkdirSync(dir, { recursive: true });
  const logFile = path.join(dir, 'broker.log');
  const log = openSync(logFile, 'w');
  const chosen = port ?? (await freePort());
  const controller = await freePort();
  const config = path.join(dir, 'server.properties');
  const data = path.join(dir, 'data');
  const secureListener = secure ? `,SASL_SSL://127.0.0.1:${secure.port}` : '';
  writeFileSync(
    config,
    [
      'process.roles=broker,controller',
      'node.id=1',
      `controller.quorum.voters=1@127.0.0.1:${controller}`,
      `listeners=PLAINTEXT://127.0.0.1:${chosen},CONTROLLER://127.0.0.1:${controller}${secureListener}`,
      `advertised.listeners=PLAINTEXT://127.0.0.1:${chosen}${secureListener}`,
      'controller.listener.names=CONTROLLER',
      'inter.broker.listener.name=PLAINTEXT',
      `log.dirs=${data}`,
      'auto.create.topics.enable=false',
      'offsets.topic.replication.factor=1',
      'offsets.topic.num.partitions=4',
      'transaction.state.log.replication.factor=1',
      'transaction.state.log.min.isr=1',
      'group.initial.rebalance.delay.ms=0',
      'log.flush.interval.messages=1',
      // How often groups without members and positions are removed; default ten minutes.
      'offsets.retention.check.interval.ms=1000',
      ...(secure ? secureSettings(secure) : []),
      '',
    ].join('\n'),
  );
  const java = ['-Xmx400m', '-XX:+UseSerialGC', '-cp', path.join(libs, '*')];
  if (!existsSync(path.join(data, 'meta.properties'))) {
    const made = spawnSync(
      'java',
      [
        ...[...java, 'kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', config],
        ...(secure ? scramUser(secure) : []),
      ],
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`Kafka's storage cannot be made: ${made.stderr}`);
  }
  const server = startProcess('kafka', 'java', [...java, 'kafka.Kafka', config], { log, onExit });
  closeSync(log);
  await waitUntil(() => listens(chosen), {
    timeoutMs: 90_000,
    what: 'kafka',
    everyMs: 100,
    outcome: server.outcome,
  }).catch((error) => {
    throw new Error(`${error.message}\n${readFileSync(logFile, 'utf8').slice(-LOG_SHOWN)}`);
  });
  return { ...server, address: `127.0.0.1:${chosen}`, port: chosen };
}

function secureSettings({ keyStore, keyStorePassword, user, password }) {
  const plain = 'org.apache.kafka.common.security.plain.PlainLoginModule';
  const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule';
  const listener = 'listener.name.sasl_ssl';
  return [
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL',
    'ssl.keystore.type=PKCS12',
    `ssl.keystore.location=${keyStore}`,
    `ssl.keystore.password=${keyStorePassword}`,
    `${listener}.sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-512`,
    `${listener}.plain.sasl.jaas.config=${plain} required user_${user}="${password}";`,
    `${listener}.scram-sha-512.sasl.jaas.config=${scram} required;`,
  ];
}

function scramUser({ user, password }) {
  return ['--add-scram', `SCRAM-SHA-512=[name=${user},password=${password}]`];
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}
