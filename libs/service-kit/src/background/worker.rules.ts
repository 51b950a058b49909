import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Unique name of this process as a worker: host, process id and a random part. */
export function workerName(host = hostname(), pid = process.pid): string {
  return `${host}/${pid}/${randomUUID()}`;
}

/**
 * Whether a worker is certainly gone: it ran on this host, and its process has ended or is this one
 * under another name. So a restart after a crash does not wait for the lease. Nothing is known of
 * workers on other hosts.
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
