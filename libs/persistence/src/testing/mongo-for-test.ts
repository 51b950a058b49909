import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '@engawa/events';
import { Database } from '../connection/database';

interface MongoProcess {
  uri: string;
  process: { stop(): Promise<void> } | null;
}

interface MongoInfra {
  startMongo(options: { dir: string; log: string; onExit: () => void }): Promise<MongoProcess>;
}

export interface MongoForTest {
  readonly uri: string;
  /** A database for one test file, with the stores requested before `open`. */
  database(): Database;
  stop(): Promise<void>;
}

/** `MONGODB_URI`, or a server started as `npm start` would choose it. */
export async function mongoForTest(): Promise<MongoForTest> {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-mongo-test-'));
  const infra = path.resolve(__dirname, '../../../../deploy/servers/mongo.mjs');
  const { startMongo } = (await import(infra)) as MongoInfra;
  const server = await startMongo({ dir, log: 'ignore', onExit: () => undefined });
  return {
    uri: server.uri,
    database: () => new Database(server.uri, `test_${newId().replaceAll('-', '').slice(-16)}`),
    stop: async () => {
      await server.process?.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
