import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FolderLock {
  /** Lets another server open the folder. */
  release(): Promise<void>;
}

/**
 * Locks a folder for this process. The lock is a listening local socket: the kernel closes it
 * however the process ends, so a lock left by kill -9 is detected by a failed connection.
 * @throws Error when a living process holds the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const [preferred, otherwise] = socketAddresses(realpathSync(folder));
  let address = preferred;
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(address).catch((error: unknown) => {
      // Some file systems have no sockets.
      if (address === otherwise) throw error;
      address = otherwise;
      return listen(address);
    });
    if (server) {
      server.unref();
      return { release: () => new Promise((done) => server.close(() => done())) };
    }
    if (await answers(address)) break;
    rmSync(address, { force: true });
  }
  throw new Error(`the database folder ${folder} is in use by another process`);
}

/** Path of the lock, and an alternative. */
function socketAddresses(folder: string): [string, string] {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  const inside = join(folder, 'mongo.sock');
  const outside = join(tmpdir(), `engawa-mongo-${digest}.sock`);
  // The kernel limits socket paths to about a hundred bytes.
  return Buffer.byteLength(inside) < 100 ? [inside, outside] : [outside, outside];
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
