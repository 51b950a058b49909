import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Pool, errors, type Dispatcher } from 'undici';
import { ProblemError, contextOf } from '@engawa/service-kit';
import { answerHeaders, requestHeaders, type Forwarded } from './proxy-headers';
import { BodyTooLarge, BodyTooSlow, CallerLeft } from './request-body';

/** Seconds after which a caller may come back when a service cannot be reached. */
const RETRY_AFTER = '2';

/** What a request needs of its service; each kind has connections of its own. */
export type Traffic = 'read' | 'write' | 'upload';

/** A request of the gateway's own in the name of a caller. */
export interface ServiceCall {
  method: 'GET' | 'POST' | 'PATCH';
  /** From `/api/v1/` on. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface ServiceAnswer {
  status: number;
  /** Parsed; null where there is none. */
  body: unknown;
}

export interface PoolOptions {
  timeoutMs: number;
  connections: Readonly<Record<Traffic, number>>;
}

/**
 * Kept-alive connections to one service. Reads, writes and uploads have pools of their own: slow
 * writes and uploads never take the connections that reads need.
 */
export class UpstreamPool {
  private readonly pools: Readonly<Record<Traffic, Pool>>;

  constructor(
    readonly url: string,
    private readonly options: PoolOptions,
  ) {
    const { read, write, upload } = options.connections;
    this.pools = { read: this.open(read), write: this.open(write), upload: this.open(upload) };
  }

  /** Sends the request to the service and streams its response to the caller. */
  forward(
    request: FastifyRequest,
    reply: FastifyReply,
    options: {
      traffic: Traffic;
      body: Buffer | AsyncIterable<Buffer> | null;
      headers: Readonly<Record<string, string>>;
    },
  ): Promise<void> {
    const { raw } = request;
    return new Promise((resolve, reject) => {
      const added = { ...options.headers, 'x-request-id': request.id };
      const { timeoutMs } = this.options;
      const relay = new AnswerRelay(reply, { added, timeoutMs }, resolve, reject);
      this.pools[options.traffic].dispatch(
        {
          path: raw.url!,
          method: raw.method as Dispatcher.HttpMethod,
          headers: requestHeaders(raw.headers, forwardedOf(request)),
          body: options.body as Dispatcher.DispatchOptions['body'],
        },
        relay,
      );
    });
  }

  /** Sends a request that `request` led to; resolves with the whole answer. */
  async call(request: FastifyRequest, call: ServiceCall): Promise<ServiceAnswer> {
    const traffic = call.method === 'GET' ? 'read' : 'write';
    try {
      const answer = await this.pools[traffic].request({
        path: call.path,
        method: call.method,
        headers: requestHeaders(call.headers, forwardedOf(request)),
        body: call.body ?? null,
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, body: text === '' ? null : JSON.parse(text) };
    } catch (error) {
      throw problemOfFailure(error as Error);
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.pools).map((pool) => pool.close()));
  }

  private open(connections: number): Pool {
    return new Pool(this.url, {
      connections,
      // Shorter than the services' own, so that no request meets a connection being closed.
      keepAliveTimeout: 30_000,
      keepAliveMaxTimeout: 55_000,
      headersTimeout: this.options.timeoutMs,
      bodyTimeout: this.options.timeoutMs,
      connectTimeout: 3_000,
    });
  }
}

function forwardedOf(request: FastifyRequest): Forwarded {
  return {
    requestId: request.id,
    traceparent: contextOf(request)!.traceparent,
    ip: request.ip,
    host: request.host,
    protocol: request.protocol,
  };
}

/** Writes a service's answer to the caller's socket as it comes, no faster than it is read. */
class AnswerRelay implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private begun = false;
  private readonly raw: FastifyReply['raw'];
  private stalled: NodeJS.Timeout | undefined;
  private readonly onDrain = () => {
    clearTimeout(this.stalled);
    this.controller?.resume();
  };
  private readonly onClose = () => {
    if (!this.raw.writableFinished) this.controller?.abort(new CallerLeft());
  };

  constructor(
    private readonly reply: FastifyReply,
    private readonly options: { added: Readonly<Record<string, string>>; timeoutMs: number },
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
    this.raw.writeHead(status, answerHeaders(headers, this.options.added));
    this.raw.on('drain', this.onDrain);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.raw.write(chunk)) return;
    controller.pause();
    // A caller who does not read holds a connection to the service.
    clearTimeout(this.stalled);
    this.stalled = setTimeout(() => this.raw.destroy(), this.options.timeoutMs);
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
    clearTimeout(this.stalled);
    this.raw.off('close', this.onClose);
    this.raw.off('drain', this.onDrain);
  }
}

/** The problem that answers a failed request. */
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
    headers: { 'retry-after': RETRY_AFTER },
    cause: error,
  });
}
