import { execFile, type ExecFileOptions, spawn } from 'node:child_process';
import path from 'node:path';

const workspace = path.resolve(__dirname, '../../..');

/**
 * Runs a command to its end. A journey that stood still meanwhile (`spawnSync`) would not see that
 * servers closed its idle connections, and its next request would fail on one of them.
 */
export function run(
  file: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(file, args, { encoding: 'utf8', ...options }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout: String(stdout), stderr: String(stderr) }),
    );
  });
}

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
