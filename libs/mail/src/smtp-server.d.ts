/** As much of the SMTP server as the tests use; the package brings no types. */
declare module 'smtp-server' {
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  interface SMTPSession {
    envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] };
  }
  type Done = (error?: Error | null) => void;

  export class SMTPServer {
    constructor(options: {
      authOptional?: boolean;
      disabledCommands?: string[];
      onRcptTo?: (address: { address: string }, session: SMTPSession, done: Done) => void;
      onData?: (stream: Readable, session: SMTPSession, done: Done) => void;
    });
    readonly server: Server;
    listen(port: number, host: string, listening?: () => void): Server;
    close(closed?: () => void): void;
  }
}
