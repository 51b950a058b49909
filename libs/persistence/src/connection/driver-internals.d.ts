/** The driver's own connection; `connectionType`, an internal option, takes a subclass of it. */
declare module 'mongodb/lib/cmap/connection' {
  import type { Socket } from 'node:net';

  export class Connection {
    constructor(socket: Socket, options: object);
    /** Ends what is under way and closes the connection. */
    onError(error: Error): void;
  }
}
