// What a killed `npm start` left running on a data folder.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stopMongoOrphan } from '../servers/mongo.mjs';
import { stopNatsOrphan } from '../servers/nats.mjs';
import { commandOf } from '../tools/processes.mjs';
import { workspace } from '../tools/workspace.mjs';

/** Names of the parts that `stopMongoOrphan` and `stopNatsOrphan` stop. */
const servers = new Set(['database', 'nats-server']);

/**
 * Stops the servers that run on the data folder without the process that started them. Throws if
 * anything else still uses the folder.
 */
export async function stopOrphans(dataDir) {
  const file = path.join(dataDir, 'running.json');
  const { parts } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { parts: {} };
  for (const [name, pid] of Object.entries(parts)) {
    // A process id may have been reused.
    if (!servers.has(name) && commandOf(pid).includes(path.join(workspace, 'dist')))
      throw new Error(`${name} (process ${pid}) still runs on ${dataDir}: stop it first`);
  }
  await stopMongoOrphan(path.join(dataDir, 'mongo'));
  await stopNatsOrphan(path.join(dataDir, 'nats'));
}
