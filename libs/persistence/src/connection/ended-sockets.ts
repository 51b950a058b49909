import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import type { mongo } from 'mongoose';

/** Ports of the servers that this process is a client of. */
const ports = new Set<number>();

/**
 * Fails connections to the client's servers as soon as a server ends them. The driver (7.8, 7.9)
 * waits for the socket's `close` event, which comes an event-loop iteration later: a command written
 * in between is never answered and has no timeout. If it is a monitor's check, the client never
 * finds the server again.
 */
export function failEndedSockets(client: mongo.MongoClient): void {
  for (const { port } of client.options.hosts) if (port !== undefined) ports.add(port);
  client.on('connectionCreated', ({ address }) => {
    ports.add(Number(address.slice(address.lastIndexOf(':') + 1)));
  });
}

function failWhenEnded(socket: Socket): void {
  // Connections that are made while a client opens come before its servers are known.
  socket.prependOnceListener('end', () => {
    if (ports.has(socket.remotePort ?? 0))
      socket.destroy(new Error('the database ended the connection'));
  });
}

const watchSocket = (message: unknown): void => {
  failWhenEnded((message as { socket: Socket }).socket);
};

// Node announces no TLS sockets, and the driver has no option to make its own.
const connectTls = tls.connect;
const connectWatched = ((...args: Parameters<typeof connectTls>) => {
  const socket = connectTls(...args);
  failWhenEnded(socket);
  return socket;
}) as typeof connectTls;

let watchers = 0;

/** Watches the sockets of this process from now on, for `failEndedSockets`; returns what ends it. */
export function watchSockets(): () => void {
  if (watchers === 0) {
    subscribe('net.client.socket', watchSocket);
    tls.connect = connectWatched;
  }
  watchers += 1;
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    unsubscribe('net.client.socket', watchSocket);
    tls.connect = connectTls;
  };
}
