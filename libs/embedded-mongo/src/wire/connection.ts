import type { Socket } from 'node:net';
import { doc, int32, type Doc } from '../bson/bson-value';
import { CommandContext, type ConnectionState } from '../command/command-context';
import { runCommand } from '../command/command-table';
import type { Engine } from '../command/engine';
import { MAX_MESSAGE_BYTES } from '../command/server.command';
import { MongoError } from '../mongo-error';
import { HEADER_BYTES, OP_MSG, readRequest, writeReply, type Request } from './message-codec';

/** Commands that a driver may send before it knows that the server supports OP_MSG. */
const ALLOWED_BEFORE_MSG = new Set(['hello', 'ismaster', 'isMaster', 'buildInfo', 'ping']);

/** One client: takes messages off its socket and answers them in their order. */
export class Connection {
  private chunks: Buffer[] = [];
  private buffered = 0;
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private working = false;
  private nextId = 1;
  private readonly state: ConnectionState;

  constructor(
    private readonly engine: Engine,
    private readonly socket: Socket,
    id: number,
  ) {
    this.state = { id, closed: false };
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.state.closed = true;
      this.waiting.length = 0;
      this.waitingBytes = 0;
    });
  }

  private receive(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.buffered += chunk.length;
    while (this.buffered >= HEADER_BYTES) {
      const head = this.peek(4);
      const length = head.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
        // The frames cannot be found any more after a wrong length.
        this.socket.destroy();
        this.chunks = [];
        this.buffered = 0;
        return;
      }
      if (this.buffered < length) break;
      this.waiting.push(this.take(length));
      this.waitingBytes += length;
    }
    // A client that sends faster than it is answered must wait.
    if (this.waiting.length > 1000 || this.waitingBytes > MAX_MESSAGE_BYTES) this.socket.pause();
    if (!this.working) void this.work();
  }

  private peek(count: number): Buffer {
    if (this.chunks[0]!.length < count) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0]!;
  }

  private take(length: number): Buffer {
    let first = this.chunks[0]!;
    if (first.length < length) {
      first = Buffer.concat(this.chunks);
      this.chunks = [first];
    }
    const message = first.subarray(0, length);
    if (first.length === length) this.chunks.shift();
    else this.chunks[0] = first.subarray(length);
    this.buffered -= length;
    return message;
  }

  private async work(): Promise<void> {
    this.working = true;
    try {
      for (;;) {
        const message = this.waiting.shift();
        if (!message || this.state.closed) break;
        this.waitingBytes -= message.length;
        await this.answer(message);
        if (this.waiting.length === 0) this.socket.resume();
      }
    } catch {
      this.socket.destroy();
    } finally {
      this.working = false;
    }
  }

  private async answer(message: Buffer): Promise<void> {
    const requestId = message.readInt32LE(4);
    const opCode = message.readInt32LE(12);
    let request: Request;
    try {
      request = readRequest(message);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      await this.send(writeReply(opCode, requestId, this.nextId++, errorReply(error)));
      // What follows a message that could not be read is not to be trusted.
      if (error.code === 17 || error.code === 22) this.socket.end();
      return;
    }
    const reply = await this.run(request);
    if (request.silent || this.state.closed) return;
    const id = this.nextId++;
    let bytes: Buffer;
    try {
      bytes = writeReply(opCode, requestId, id, reply);
    } catch (error) {
      bytes = writeReply(opCode, requestId, id, errorReply(error));
    }
    await this.send(bytes);
  }

  private async run({ body, opCode, sequences }: Request): Promise<Doc> {
    const [name = ''] = body.keys();
    try {
      if (opCode !== OP_MSG && !ALLOWED_BEFORE_MSG.has(name)) {
        throw new MongoError(
          352,
          `Unsupported OP_QUERY command: ${name}. The client driver may require an upgrade.`,
        );
      }
      const context = new CommandContext(this.engine, this.state, name, body, sequences);
      return await this.engine.run(() => runCommand(context));
    } catch (error) {
      return errorReply(error);
    }
  }

  /** Backpressure: waits until a slow reader has received earlier responses. */
  private async send(bytes: Buffer): Promise<void> {
    if (this.socket.destroyed) return;
    if (this.socket.write(bytes) || bytes.length < 1 << 16) return;
    await new Promise<void>((resume) => {
      const done = (): void => {
        this.socket.off('drain', done);
        this.socket.off('close', done);
        resume();
      };
      this.socket.once('drain', done);
      this.socket.once('close', done);
    });
  }
}

/** An error in MongoDB's form. Anything but a MongoError is a fault of this server. */
function errorReply(error: unknown): Doc {
  if (error instanceof MongoError) {
    return doc({
      ok: 0,
      errmsg: error.message,
      code: int32(error.code),
      codeName: error.codeName,
      ...(error.details ?? {}),
    });
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (process.env['EMBEDDED_MONGO_DEBUG'])
    process.stderr.write(`${error instanceof Error ? error.stack : message}\n`);
  return doc({
    ok: 0,
    errmsg: `internal error: ${message}`,
    code: int32(1),
    codeName: 'InternalError',
  });
}
