import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const workspace = path.resolve(__dirname, '../../..');

/**
 * Runs a command; rejects when it fails. Unlike `spawnSync`, it does not block the event loop: a
 * blocked journey misses that a server closes an idle connection, and its next request fails.
 */
export const run = promisify(execFile);

/** Runs `npm run SCRIPT -- OPTIONS` with these variables; `out` is all that it prints. */
export function runScript(
  script: string,
  env: Record<string, string>,
  ...options: string[]
): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script, '--', ...options], {
      cwd: workspace,
      env: { ...process.env, ...env },
    });
    let out = '';
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    child.stderr.on('data', (data: Buffer) => (out += data.toString()));
    child.once('close', (code) => resolve({ code, out }));
  });
}
