// The data folder of `npm start`: it holds the database, mails with live links and keys, so that its
// owner alone may read it.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** What `npm start` puts there. */
const OWN = ['mongo', 'nats', 'logs', 'mails', 'files'];
const OWN_FILES = ['keys.json', 'running.json', 'demo.json', 'pid'];

/**
 * Makes the folder, and closes it and all that an earlier version left open in it. From here on this
 * process and those that it starts write for the owner alone.
 */
export function protectDataFolder(dataDir) {
  process.umask(0o077);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if ((statSync(dataDir).mode & 0o077) === 0) return;
  const own = new Set([...OWN, ...OWN_FILES]);
  for (const name of own) {
    if (existsSync(path.join(dataDir, name))) close(path.join(dataDir, name));
  }
  // Last, so that what was interrupted is done again; a folder with other things in it is not ours.
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
