// The data folder of `npm start`. It holds the database, mails with valid links and keys, so only
// its owner may read it.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Names that `npm start` creates in it. */
const ownFolders = ['mongo', 'nats', 'logs', 'mails', 'files'];
const ownFiles = ['keys.json', 'running.json', 'demo.json', 'pid'];

/**
 * Creates the folder and restricts it, with everything that an earlier version left readable. From
 * here on this process and its children create files for the owner only.
 */
export function protectDataFolder(dataDir) {
  process.umask(0o077);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if ((statSync(dataDir).mode & 0o077) === 0) return;
  const own = new Set([...ownFolders, ...ownFiles]);
  for (const name of own) {
    if (existsSync(path.join(dataDir, name))) close(path.join(dataDir, name));
  }
  // Last, so that an interrupted run is repeated. A folder with other contents is not ours and is
  // left alone.
  if (readdirSync(dataDir).every((name) => own.has(name.replace(/\.part$/, ''))))
    chmodSync(dataDir, 0o700);
}

function close(entry) {
  const facts = lstatSync(entry);
  if (facts.isSymbolicLink()) return;
  if (!facts.isDirectory()) return chmodSync(entry, 0o600);
  chmodSync(entry, 0o700);
  for (const name of readdirSync(entry)) close(path.join(entry, name));
}
