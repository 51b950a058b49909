import { spawn } from 'node:child_process';
import path from 'node:path';

const workspace = path.resolve(__dirname, '../../..');

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
