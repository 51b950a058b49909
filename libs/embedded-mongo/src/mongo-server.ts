import { createServer, type Socket } from 'node:net';
import { Engine } from './command/engine';
import { runTtlMonitor } from './command/ttl-monitor';
import { Connection } from './wire/connection';

export interface MongoServerOptions {
  /** Folder of the data; made when missing. One process at a time may use it. */
  readonly dbPath: string;
  /** TCP port; 0 (the default) takes a free one. */
  readonly port?: number;
  /** Address to listen on; loopback unless told otherwise, for there is no authentication. */
  readonly host?: string;
  /** Present the server as a replica set of one under this name, for addresses that name one. */
  readonly replicaSet?: string;
  /** Seconds between two runs of the TTL monitor; MongoDB's 60 unless told otherwise. */
  readonly ttlSeconds?: number;
}

export interface MongoServer {
  /** What a driver connects to. */
  readonly uri: string;
  readonly port: number;
  /** Ends all connections, finishes what is being written and frees the folder. */
  close(): Promise<void>;
}

/**
 * Starts a server.
 * @throws Error when the folder is in use by another process, its data file is torn, or the port is taken.
 */
export async function startMongoServer(options: MongoServerOptions): Promise<MongoServer> {
  const host = options.host ?? '127.0.0.1';
  const engine = await Engine.open({
    dbPath: options.dbPath,
    ttlSeconds: options.ttlSeconds ?? 60,
    ...(options.replicaSet ? { replicaSet: options.replicaSet } : {}),
  });
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new Connection(engine, socket, ++connections);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port ?? 0, host, resolve);
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const shown = host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  engine.address = `${shown}:${port}`;
  const stopMonitor = runTtlMonitor(engine);
  let closing: Promise<void> | null = null;
  return {
    uri: `mongodb://${shown}:${port}/${options.replicaSet ? `?replicaSet=${options.replicaSet}` : ''}`,
    port,
    close: () => {
      closing ??= (async () => {
        stopMonitor();
        const closed = new Promise<void>((resolve) => server.close(() => resolve()));
        for (const socket of sockets) socket.destroy();
        await closed;
        await engine.close();
      })();
      return closing;
    },
  };
}
