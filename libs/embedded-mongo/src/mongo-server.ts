import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Engine, type EngineOptions } from './command/engine';
import { runTtlMonitor } from './command/ttl-monitor';
import { Connection } from './wire/connection';

export interface MongoServerOptions extends EngineOptions {
  /** TCP port; 0 (default) picks a free one. */
  readonly port?: number;
  /** Address to listen on; default loopback. Set an `account` when others can reach it. */
  readonly host?: string;
  /**
   * `host:port` for clients of the replica set on other machines; default: the listening address.
   */
  readonly advertise?: string;
}

export interface MongoServer {
  /** Connection string for drivers. */
  readonly uri: string;
  readonly port: number;
  /** Closes all connections, finishes writes and releases the folder. */
  close(): Promise<void>;
}

/**
 * Starts a server.
 * @throws Error when the folder is in use by another process, its data file is truncated, or the
 * port is taken.
 */
export async function startMongoServer(options: MongoServerOptions): Promise<MongoServer> {
  const host = options.host ?? '127.0.0.1';
  const engine = await Engine.open(options);
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
  const { port } = server.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  engine.address = options.advertise ?? `${shown}:${port}`;
  const stopMonitor = runTtlMonitor(engine);
  const close = async (): Promise<void> => {
    stopMonitor();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
    await engine.close();
  };
  let closing: Promise<void> | null = null;
  return {
    uri: `mongodb://${shown}:${port}/${options.replicaSet ? `?replicaSet=${options.replicaSet}` : ''}`,
    port,
    close: () => (closing ??= close()),
  };
}
