import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Dispatcher } from 'undici';
import { ProblemError } from '@engawa/service-kit';
import { prefixOf } from '../route-table';
import { acceptedCoding, codedHeaders, compressorOf, isCompressible } from './compression';
import { answerHeaders } from './proxy-headers';
import { BodyTooLarge, BodyTooSlow, CallerLeft } from './request-body';

/** `Retry-After` in seconds when a service is unreachable. */
const RETRY_AFTER_SECONDS = '2';
/** Connections that are tried for a request. */
const MAX_CONNECTIONS_TRIED = 3;

/** No connection to the service was free in time; answered as an unreachable service. */
class QueuedTooLong extends Error {
  override readonly name = 'QueuedTooLong';
}

/**
 * Streams a service's response to the caller's socket, compressed if the caller accepts it, no
 * faster than the caller reads.
 */
export class AnswerRelay implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private begun = false;
  private readonly raw: FastifyReply['raw'];
  /** Null: bytes are passed on unchanged. */
  private compressor: Transform | null = null;
  private stalled: NodeJS.Timeout | undefined;
  private readonly queuedAt = performance.now();
  private connectionsTried = 1;
  // Not arrow functions: V8 allocates a function literal that is assigned to a property in the old
  // generation, where each would keep its request until the next full garbage collection.
  private readonly onDrain = this.resume.bind(this);
  private readonly onClose = this.abort.bind(this);

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly options: {
      added: Readonly<Record<string, string>>;
      policies: Readonly<Record<string, string>>;
      timeoutMs: number;
      queueTimeoutMs: number;
      /** Sends the request again; null if its body can be read only once. */
      sendAgain: ((relay: AnswerRelay) => void) | null;
    },
    private readonly resolve: () => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.raw = reply.raw;
    this.raw.on('close', this.onClose);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.raw.destroyed) controller.abort(new CallerLeft());
    else if (performance.now() - this.queuedAt > this.options.queueTimeoutMs) {
      controller.abort(new QueuedTooLong());
    }
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.begun = true;
    this.reply.hijack();
    const { added, policies } = this.options;
    const sent = answerHeaders(
      headers,
      isForPrograms(status, headers) ? added : { ...policies, ...added },
    );
    const answer = { status, headers };
    const { url = '', method, headers: asked } = this.request.raw;
    const canCompress = isCompressible(prefixOf(url), answer);
    if (canCompress) sent['vary'] = [sent['vary'] ?? [], 'accept-encoding'].flat().join(', ');
    const coding = canCompress ? acceptedCoding(asked['accept-encoding'] as string) : null;
    if (coding === null || method === 'HEAD') {
      this.raw.writeHead(status, sent);
      this.raw.on('drain', this.onDrain);
      return;
    }
    this.raw.writeHead(status, codedHeaders(sent, coding));
    this.compressor = compressorOf(coding, answer);
    this.compressor.on('drain', this.onDrain);
    this.compressor.pipe(this.raw);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if ((this.compressor ?? this.raw).write(chunk)) return;
    controller.pause();
    // A caller that does not read occupies a connection to the service.
    clearTimeout(this.stalled);
    this.stalled = setTimeout(() => this.raw.destroy(), this.options.timeoutMs);
  }

  onResponseEnd(): void {
    this.release();
    (this.compressor ?? this.raw).end();
    this.resolve();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { sendAgain } = this.options;
    // No connection took it, so nothing was sent. Kubernetes leads the next one to another replica
    // where an address is not taken away yet.
    if (!this.controller && sendAgain && this.connectionsTried < MAX_CONNECTIONS_TRIED) {
      this.connectionsTried += 1;
      sendAgain(this);
      return;
    }
    this.release();
    this.compressor?.destroy();
    if (error instanceof CallerLeft) {
      this.reply.hijack();
      this.resolve();
    } else if (this.begun) {
      // A truncated response must not look complete.
      this.raw.destroy();
      this.resolve();
    } else {
      this.reject(problemOfFailure(error));
    }
  }

  private resume(): void {
    clearTimeout(this.stalled);
    this.controller?.resume();
  }

  private abort(): void {
    if (!this.raw.writableFinished) this.controller?.abort(new CallerLeft());
  }

  private release(): void {
    clearTimeout(this.stalled);
    this.raw.off('close', this.onClose);
    (this.compressor ?? this.raw).off('drain', this.onDrain);
  }
}

/** Whether no browser shows the response: JSON, or no body at all. */
function isForPrograms(status: number, { 'content-type': type }: IncomingHttpHeaders): boolean {
  if (type === undefined) return status === 204 || status === 304;
  return type.startsWith('application/json') || type.startsWith('application/problem+json');
}

/** The problem for a failed request. */
export function problemOfFailure(error: Error): ProblemError {
  if (error instanceof BodyTooLarge) {
    return new ProblemError('request.body-too-large', { params: { limit: error.limit } });
  }
  if (error instanceof BodyTooSlow) {
    return new ProblemError('request.timeout', { headers: { connection: 'close' } });
  }
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return new ProblemError('gateway.service.timeout', { cause: error });
  }
  if (
    error instanceof errors.InvalidArgumentError ||
    error instanceof errors.RequestContentLengthMismatchError
  ) {
    return new ProblemError('request.malformed', { cause: error });
  }
  return new ProblemError('gateway.service.unreachable', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
    cause: error,
  });
}
