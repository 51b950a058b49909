import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Drops requests whose callers have already closed the connection. A process that lags reads such
 * requests late, and would spend its time on answers that nobody receives while the callers repeat
 * them.
 */
export function addLeftCallerCheck(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (await hasCallerLeft(request.raw)) reply.hijack();
  });
}

/**
 * Whether the caller has closed the connection. A request and the end of its connection are read in
 * different turns of the event loop, even if both arrived long ago: waits for the next turn.
 */
export async function hasCallerLeft({ socket }: IncomingMessage): Promise<boolean> {
  // The first runs after the current read of sockets, the second after the next one.
  await nextImmediate();
  await nextImmediate();
  // An answer cannot be sent once the caller has closed its side: Node closes the other one then.
  return socket.destroyed || socket.readableEnded;
}

function nextImmediate(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
