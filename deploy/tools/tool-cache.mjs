// The tool cache: servers that npm does not provide, kept between runs.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A folder of the tool cache (`${XDG_CACHE_HOME:-~/.cache}/engawa/NAME`), created if missing. */
export function toolFolder(name) {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const dir = path.join(cache, 'engawa', name);
  mkdirSync(dir, { recursive: true });
  return dir;
}

/**
 * Moves a program into the cache by renaming, so that a concurrent start never sees half a file.
 */
export function moveIntoCache(found, target) {
  const waiting = path.join(path.dirname(target), `.${path.basename(target)}-${process.pid}`);
  copyFileSync(found, waiting);
  chmodSync(waiting, 0o755);
  renameSync(waiting, target);
  return null;
}

/** Runs a command; null on success, else the reason. */
export function tryCommand(command, args, { env = {}, cwd, timeoutMs = 5 * 60_000 } = {}) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 256 * 1024 * 1024,
    cwd,
    env: { ...process.env, ...env },
  });
  if (result.error)
    return result.error.code === 'ENOENT' ? `no ${command} here` : result.error.message;
  if (result.status === 0) return null;
  const textOf = (output) => stripVTControlCharacters(output).trim();
  // Maven and compilers write to the other one.
  const lines = (textOf(result.stderr) || textOf(result.stdout)).split('\n');
  return lines.at(-1) || `${command} ended with ${result.status}`;
}
