import { startMongoServer } from './mongo-server';
import { backupData } from './storage/lmdb-store';

const USAGE = `usage: mongo --dbpath DIR [--port PORT] [--host ADDRESS] [--replSet NAME] [--advertise HOST:PORT]
             [--ttlSeconds SECONDS] [--user NAME, its password in EMBEDDED_MONGO_PASSWORD]
       mongo --dbpath DIR --backup TARGET   (copies the data, also while a server uses them)`;

function parseArguments(given: readonly string[]): Map<string, string> {
  const known = new Set(
    'dbpath port host bind_ip replSet advertise ttlSeconds user backup'.split(' '),
  );
  const result = new Map<string, string>();
  for (let i = 0; i < given.length; i++) {
    const match = /^--([a-zA-Z_]+)(?:=(.*))?$/.exec(given[i]!);
    if (!match || !known.has(match[1]!)) throw new Error(`unknown argument ${given[i]}\n${USAGE}`);
    const value = match[2] ?? given[++i];
    if (value === undefined) throw new Error(`${given[i - 1]} needs a value\n${USAGE}`);
    result.set(match[1]!, value);
  }
  return result;
}

async function main(): Promise<void> {
  const given = parseArguments(process.argv.slice(2));
  const dbPath = given.get('dbpath');
  if (!dbPath) throw new Error(USAGE);
  const target = given.get('backup');
  if (target !== undefined) {
    await backupData(dbPath, target);
    process.stdout.write(`copied ${dbPath} to ${target}\n`);
    return;
  }
  const port = Number(given.get('port') ?? 27017);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port must be a number from 0 to 65535\n${USAGE}`);
  const replicaSet = given.get('replSet');
  const ttlSeconds = given.get('ttlSeconds');
  const user = given.get('user');
  const password = process.env['EMBEDDED_MONGO_PASSWORD'];
  if (user && !password) throw new Error(`--user needs EMBEDDED_MONGO_PASSWORD\n${USAGE}`);
  const advertise = given.get('advertise');
  const server = await startMongoServer({
    dbPath,
    port,
    host: given.get('host') ?? given.get('bind_ip') ?? '127.0.0.1',
    ...(replicaSet ? { replicaSet } : {}),
    ...(ttlSeconds ? { ttlSeconds: Number(ttlSeconds) } : {}),
    ...(user && password ? { account: { user, password } } : {}),
    ...(advertise ? { advertise } : {}),
  });
  process.stdout.write(`listening on ${server.uri}\n`);
  const stop = (): void => {
    void server.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
