import type { Socket } from 'node:net';
import { doc, int32 } from '../bson/bson-value';
import { CommandContext, type ConnectionState } from '../command/command-context';
import { runCommand } from '../command/command-table';
import type { Engine } from '../command/engine';
import { MAX_MESSAGE_BYTES } from '../command/server.command';
import { MongoError } from '../mongo-error';
import { HEADER_BYTES, readRequest, writeReply, type Request } from './message-codec';

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
    const first = this.peek(length);
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
    const replyId = this.nextId++;
    let request: Request | null = null;
    let isBroken = false;
    let bytes: Buffer;
    try {
      request = readRequest(message);
      const { body, sequences } = request;
      const [name = ''] = body.keys();
      const context = new CommandContext(this.engine, this.state, name, body, sequences);
      const reply = await this.engine.run(() => runCommand(context));
      bytes = writeReply(message, replyId, reply);
    } catch (error) {
      const { code, message: errmsg, codeName, details } = mongoErrorOf(error);
      isBroken = !request && (code === 17 || code === 22);
      const reply = doc({ ok: 0, errmsg, code: int32(code), codeName, ...details });
      bytes = writeReply(message, replyId, reply);
    }
    if (!request?.silent) await this.send(bytes);
    // What follows a message that could not be read is not to be trusted.
    if (isBroken) this.socket.end();
  }

  /** Backpressure: waits until a slow reader has received the response, if it is large. */
  private async send(bytes: Buffer): Promise<void> {
    if (this.socket.destroyed) return;
    await new Promise<void>((resume) => {
      const isBuffered = !this.socket.write(bytes, () => resume());
      if (!isBuffered || bytes.length < 1 << 16) resume();
    });
  }
}

/** An error to answer with. Anything but a MongoError is a fault of this server. */
function mongoErrorOf(error: unknown): MongoError {
  if (error instanceof MongoError) return error;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (process.env['EMBEDDED_MONGO_DEBUG'])
    process.stderr.write(`${error instanceof Error ? error.stack : message}\n`);
  return new MongoError(1, `internal error: ${message}`);
}
