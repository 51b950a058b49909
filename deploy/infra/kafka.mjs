// Where a Kafka broker comes from, and how one is run for this machine alone: Apache Kafka's jars from
// Maven Central, in KRaft mode, on whichever Java is here.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { freePort, startProcess, until } from './setup.mjs';
import { toolFolder, tried } from './tools.mjs';

const VERSION = '4.1.1';
const ARTIFACT = 'kafka_2.13';
const CLUSTER_ID = 'MkU3OEVBNTcwNTJENDM2Qk';

/**
 * Folder of the broker's jars, or null where none can be had (`KAFKA_LIBS`, then the tool cache, then
 * Maven); `log` is told why.
 */
export async function ensureKafka({ log = () => {} } = {}) {
  const java = tried('java', ['-version']);
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
    const reason = tried('mvn', [
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
 * Starts a broker of one's own on loopback; its data lie under `dir`. Resolves when it listens, to its
 * address and process. Started again on the same folder and port it goes on with its data.
 */
export async function startKafka({ libs, dir, port, log = 'ignore', onExit }) {
  mkdirSync(dir, { recursive: true });
  const chosen = port ?? (await freePort());
  const controller = await freePort();
  const config = path.join(dir, 'server.properties');
  const data = path.join(dir, 'data');
  writeFileSync(
    config,
    [
      'process.roles=broker,controller',
      'node.id=1',
      `controller.quorum.voters=1@127.0.0.1:${controller}`,
      `listeners=PLAINTEXT://127.0.0.1:${chosen},CONTROLLER://127.0.0.1:${controller}`,
      `advertised.listeners=PLAINTEXT://127.0.0.1:${chosen}`,
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
      '',
    ].join('\n'),
  );
  const java = ['-Xmx400m', '-XX:+UseSerialGC', '-cp', path.join(libs, '*')];
  if (!existsSync(path.join(data, 'meta.properties'))) {
    const made = spawnSync(
      'java',
      [...java, 'kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', config],
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`Kafka's storage cannot be made: ${made.stderr}`);
  }
  const server = startProcess('kafka', 'java', [...java, 'kafka.Kafka', config], { log, onExit });
  await until(() => listens(chosen), {
    timeoutMs: 90_000,
    what: 'kafka',
    everyMs: 100,
    outcome: server.outcome,
  });
  return { ...server, address: `127.0.0.1:${chosen}`, port: chosen };
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
