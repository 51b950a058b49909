import type { Socket } from 'node:net';
import { MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection';

/**
 * A driver connection that is closed as soon as the server ends it. The driver (7.8, 7.9) waits for
 * the socket's `close` event, which comes one event-loop tick later: a command written in between
 * is never answered. If that command is a monitor's check, the client never finds the server again.
 */
export class PromptConnection extends Connection {
  constructor(socket: Socket, options: object) {
    super(socket, options);
    socket.prependOnceListener('end', () =>
      this.onError(new MongoNetworkError('the database ended the connection')),
    );
  }
}
