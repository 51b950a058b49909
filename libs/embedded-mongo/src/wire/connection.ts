import type { Socket } from 'node:net';
import { doc, int32, MongoError, numberOr, type Doc } from '@engawa/mongo-semantics';
import { CommandContext, type ConnectionState } from '../command/command-context';
import { runCommand } from '../command/command-table';
import type { Engine } from '../command/engine';
import type { Fault } from '../command/fail-points';
import { applicationOf, awaitTopology, MAX_MESSAGE_BYTES } from '../command/hello.command';
import { labelError } from '../command/replication';
import { HEADER_BYTES, readRequest, writeReply, type Request } from './message.codec';

/** Commands that say nothing about the work the server does. */
const ALLOWED_BEFORE_MSG = new Set([
  'hello',
  'ismaster',
  'isMaster',
  'buildInfo',
  'buildinfo',
  'ping',
]);

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
    this.state = {
      id,
      remote: `${socket.remoteAddress ?? ''}:${socket.remotePort ?? 0}`,
      closed: false,
      application: null,
    };
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
    this.engine.metrics.network.bytesIn += chunk.length;
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
        if (
          this.waiting.length < 100 &&
          this.waitingBytes < MAX_MESSAGE_BYTES / 2 &&
          this.socket.isPaused()
        )
          this.socket.resume();
      }
    } catch {
      this.socket.destroy();
    } finally {
      this.working = false;
    }
  }

  private async answer(message: Buffer): Promise<void> {
    this.engine.metrics.network.requests++;
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
    let responseTo = requestId;
    for (;;) {
      if (request.body.has('maxAwaitTimeMS'))
        await awaitTopology(this.engine, request.body, this.state);
      if (this.state.closed) return;
      const reply = await this.run(request);
      if (request.silent || this.state.closed) return;
      const id = this.nextId++;
      const more = request.exhaust && goesOn(request, reply);
      let bytes: Buffer;
      try {
        bytes = writeReply(request.opCode, responseTo, id, reply, more);
      } catch (error) {
        bytes = writeReply(request.opCode, responseTo, id, errorReply(error));
      }
      await this.send(bytes);
      if (!more) return;
      responseTo = id;
    }
  }

  private async run(request: Request): Promise<Doc> {
    const { body } = request;
    const name = body.keys().next().value ?? '';
    const { metrics, replication } = this.engine;
    const fault = this.faultOf(request, name);
    if (fault?.blockMilliseconds)
      await new Promise((resume) => setTimeout(resume, fault.blockMilliseconds));
    if (fault?.closeConnection) this.socket.destroy();
    // Nobody waits for it any more.
    if (fault && this.socket.destroyed)
      return errorReply(new MongoError(279, 'the client has gone'));
    this.engine.active++;
    let reply: Doc;
    let context: CommandContext | null = null;
    try {
      if (fault?.error) throw fault.error;
      if (request.opCode !== 2013 && !ALLOWED_BEFORE_MSG.has(name)) {
        throw new MongoError(
          352,
          `Unsupported OP_QUERY command: ${name}. The client driver may require an upgrade.`,
        );
      }
      context = new CommandContext(
        this.engine,
        this.state,
        name,
        body,
        request.sequences,
        request.bytes,
      );
      reply = await runCommand(context);
      metrics.count(name, false);
      if (fault?.closeAfter) this.socket.destroy();
      if (fault?.writeConcernError) {
        const code = numberOr(fault.writeConcernError.get('code'), 0);
        reply.set('writeConcernError', fault.writeConcernError);
        labelError(reply, code, body, fault.errorLabels, replication !== null);
      }
    } catch (error) {
      if (error instanceof MongoError && error.code === 59) metrics.count('<UNKNOWN>', true);
      else metrics.count(name, true);
      metrics.asserts++;
      reply = errorReply(error);
      if (error instanceof MongoError)
        labelError(reply, error.code, body, fault?.errorLabels ?? null, replication !== null);
    } finally {
      this.engine.active--;
    }
    // Also beside an error: what came before it is written.
    if (context?.concernError && !reply.has('writeConcernError'))
      reply.set('writeConcernError', context.concernError);
    replication?.stamp(reply);
    return reply;
  }

  /** What a fail point wants to go wrong with the request; null on any server but one under test. */
  private faultOf({ body, sequences }: Request, name: string): Fault | null {
    const { failPoints } = this.engine;
    if (!failPoints) return null;
    const given = ['documents', 'updates', 'deletes'].map(
      (field) => sequences.get(field) ?? body.get(field),
    );
    const statements = given.find((list) => Array.isArray(list))?.length ?? 1;
    const application = applicationOf(body) ?? this.state.application;
    return failPoints.take(name, body, application, statements);
  }

  /** Waits until a slow reader has taken what was sent, so that answers do not pile up. */
  private async send(bytes: Buffer): Promise<void> {
    if (this.socket.destroyed) return;
    this.engine.metrics.network.bytesOut += bytes.length;
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

/** Whether another answer follows this one unasked: hello goes on for ever, a cursor up to its end. */
function goesOn({ body }: Request, reply: Doc): boolean {
  if (reply.get('ok') !== 1) return false;
  if (body.has('maxAwaitTimeMS')) return true;
  const cursor = body.has('getMore') ? reply.get('cursor') : undefined;
  return cursor instanceof Map && cursor.get('id') !== 0n;
}

/** An error as MongoDB reports it. What is no MongoError is a fault of this server, never of its data. */
export function errorReply(error: unknown): Doc {
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
