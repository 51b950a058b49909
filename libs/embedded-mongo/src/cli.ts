import { parseArgs } from 'node:util';
import { startMongoServer } from './mongo-server';
import { backupData } from './storage/data-copy';

const USAGE = `usage: mongo --dbpath DIR [--port PORT] [--host ADDRESS] [--replSet NAME] [--advertise HOST:PORT]
             [--ttlSeconds SECONDS] [--user NAME, its password in EMBEDDED_MONGO_PASSWORD]
       mongo --dbpath DIR --backup TARGET   (copies the data, also while a server uses them)`;

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  dbpath: TEXT,
  port: TEXT,
  host: TEXT,
  bind_ip: TEXT,
  replSet: TEXT,
  advertise: TEXT,
  ttlSeconds: TEXT,
  user: TEXT,
  backup: TEXT,
};

async function main(): Promise<void> {
  const given = parseArgs({ options: OPTIONS }).values;
  const { dbpath: dbPath, backup, replSet, advertise, ttlSeconds, user } = given;
  if (!dbPath) throw new Error(`--dbpath is missing\n${USAGE}`);
  if (backup !== undefined) {
    await backupData(dbPath, backup);
    process.stdout.write(`copied ${dbPath} to ${backup}\n`);
    return;
  }
  const port = Number(given.port ?? 27017);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port must be a number from 0 to 65535\n${USAGE}`);
  const password = process.env['EMBEDDED_MONGO_PASSWORD'];
  if (user && !password) throw new Error(`--user needs EMBEDDED_MONGO_PASSWORD\n${USAGE}`);
  const server = await startMongoServer({
    dbPath,
    port,
    host: given.host ?? given.bind_ip,
    replicaSet: replSet,
    ttlSeconds: ttlSeconds ? Number(ttlSeconds) : undefined,
    account: user && password ? { user, password } : undefined,
    advertise: advertise || undefined,
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
