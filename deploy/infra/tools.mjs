// The tool cache: servers that no package manager of the project carries, kept between runs.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** A folder of the tool cache (`${XDG_CACHE_HOME:-~/.cache}/engawa/NAME`), made where it is missing. */
export function toolFolder(name) {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const dir = path.join(cache, 'engawa', name);
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** Puts a program into the cache by renaming, so that two starts at once cannot meet half a file. */
export function settle(found, target) {
  const waiting = path.join(path.dirname(target), `.${path.basename(target)}-${process.pid}`);
  copyFileSync(found, waiting);
  chmodSync(waiting, 0o755);
  renameSync(waiting, target);
  return null;
}

/** Runs a command; null when it worked, else why not. */
export function tried(command, args, { env = {}, timeoutMs = 5 * 60_000 } = {}) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: timeoutMs,
    env: { ...process.env, ...env },
  });
  if (result.error)
    return result.error.code === 'ENOENT' ? `no ${command} here` : result.error.message;
  if (result.status === 0) return null;
  const lines = `${result.stderr}`.trim().split('\n');
  return lines.at(-1) || `${command} ended with ${result.status}`;
}
