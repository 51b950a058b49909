import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** A name for this process as it works on jobs: host, process and a part that never repeats. */
export function workerName(host = hostname(), pid = process.pid): string {
  return `${host}/${pid}/${randomUUID()}`;
}

/**
 * Whether a worker is known to be gone: it ran on this host, and its process is no more or is this
 * one under another name. So a restart after a crash need not wait until the lease runs out. Of
 * workers on other hosts nothing is known.
 */
export function isGone(worker: string, own: string, isRunning = processRuns): boolean {
  if (worker === own) return false;
  const [host, pid] = worker.split('/');
  const [ownHost, ownPid] = own.split('/');
  if (host !== ownHost || pid === undefined) return false;
  return pid === ownPid || !isRunning(Number(pid));
}

function processRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
