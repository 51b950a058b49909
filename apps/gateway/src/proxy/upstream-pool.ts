import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Pool, errors, type Dispatcher } from 'undici';
import { ProblemError, contextOf } from '@engawa/service-kit';
import { answerHeaders, requestHeaders } from './proxy-headers';
import { bodyOf, BodyTooLarge, limitFor } from './request-body';

/** Seconds after which a caller may come back when a service cannot be reached. */
const RETRY_AFTER = '2';

/** Kept-alive connections to one service; streams both ways. */
export class UpstreamPool {
  private readonly pool: Pool;

  constructor(
    readonly url: string,
    private readonly options: {
      timeoutMs: number;
      connections: number;
      bodyLimit: number;
      uploadLimit: number;
    },
  ) {
    this.pool = new Pool(url, {
      connections: options.connections,
      // Shorter than the services' own, so that no request meets a connection being closed.
      keepAliveTimeout: 30_000,
      keepAliveMaxTimeout: 55_000,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
      connectTimeout: 3_000,
    });
  }

  /** Hands the request on and the answer back, bodies unread. */
  forward(
    request: FastifyRequest,
    reply: FastifyReply,
    added: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { raw } = request;
    const context = contextOf(request)!;
    let body: AsyncIterable<Buffer> | null;
    try {
      body = bodyOf(raw, limitFor(raw.headers, this.options));
    } catch (error) {
      raw.resume();
      return Promise.reject(problemOfFailure(error as Error));
    }
    return new Promise((resolve, reject) => {
      const relay = new AnswerRelay(
        reply,
        { ...added, 'x-request-id': request.id },
        resolve,
        (error) => {
          // What the caller still sends is read and dropped, so that they get to see the answer.
          raw.resume();
          reject(error);
        },
      );
      this.pool.dispatch(
        {
          path: raw.url!,
          method: raw.method as Dispatcher.HttpMethod,
          headers: requestHeaders(raw.headers, {
            requestId: request.id,
            traceparent: context.traceparent,
            ip: request.ip,
            host: request.host,
            protocol: request.protocol,
          }),
          body: body as Dispatcher.DispatchOptions['body'],
        },
        relay,
      );
    });
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** Writes a service's answer to the caller's socket as it comes, no faster than it is read. */
class AnswerRelay implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private begun = false;
  private readonly raw: FastifyReply['raw'];
  private readonly onDrain = () => this.controller?.resume();
  private readonly onClose = () => {
    if (!this.raw.writableFinished) this.controller?.abort(new CallerLeft());
  };

  constructor(
    private readonly reply: FastifyReply,
    private readonly added: Readonly<Record<string, string>>,
    private readonly resolve: () => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.raw = reply.raw;
    this.raw.on('close', this.onClose);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.raw.destroyed) controller.abort(new CallerLeft());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.begun = true;
    this.reply.hijack();
    this.raw.writeHead(status, answerHeaders(headers, this.added));
    this.raw.on('drain', this.onDrain);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.raw.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.release();
    this.raw.end();
    this.resolve();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.release();
    if (error instanceof CallerLeft) {
      this.reply.hijack();
      this.resolve();
    } else if (this.begun) {
      // A half-sent answer must not look whole.
      this.raw.destroy();
      this.resolve();
    } else {
      this.reject(problemOfFailure(error));
    }
  }

  private release(): void {
    this.raw.off('close', this.onClose);
    this.raw.off('drain', this.onDrain);
  }
}

class CallerLeft extends Error {
  override readonly name = 'CallerLeft';
}

function problemOfFailure(error: Error): ProblemError {
  if (error instanceof BodyTooLarge) {
    return new ProblemError('request.body-too-large', { params: { limit: error.limit } });
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
    headers: { 'retry-after': RETRY_AFTER },
    cause: error,
  });
}
