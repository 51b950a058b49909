import type { FastifyReply, FastifyRequest } from 'fastify';
import { Pool, type Dispatcher } from 'undici';
import { contextOf } from '@engawa/service-kit';
import { AnswerRelay, problemOfFailure } from './answer-relay';
import { requestHeaders, type Forwarded } from './proxy-headers';

/** Kinds of traffic; each has its own connections. */
export type Traffic = 'read' | 'write' | 'upload';

/** A request of the gateway itself on behalf of a caller. */
export interface ServiceCall {
  method: 'GET' | 'POST' | 'PATCH';
  /** Starting after `/api/v1/`. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface ServiceAnswer {
  status: number;
  /** Parsed; null without one. */
  body: unknown;
}

export interface PoolOptions {
  timeoutMs: number;
  /** How long a request may wait for a free connection, in ms. */
  queueTimeoutMs: number;
  /** Headers of responses that a browser may show as a page or file; others need none of them. */
  policies: Readonly<Record<string, string>>;
  connections: Readonly<Record<Traffic, number>>;
}

/**
 * Kept-alive connections to one service. Reads, writes and uploads have separate pools: slow writes
 * and uploads never take the connections of reads.
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
      const { timeoutMs, queueTimeoutMs, policies } = this.options;
      const { traffic, body } = options;
      const sent = {
        path: raw.url!,
        method: raw.method as Dispatcher.HttpMethod,
        headers: requestHeaders(raw.headers, forwardedOf(request)),
        body: body as Dispatcher.DispatchOptions['body'],
      };
      const send = (relay: AnswerRelay) => void this.pools[traffic].dispatch(sent, relay);
      const sendAgain = body === null || Buffer.isBuffer(body) ? send : null;
      send(
        new AnswerRelay(
          request,
          reply,
          { added, policies, timeoutMs, queueTimeoutMs, sendAgain },
          resolve,
          reject,
        ),
      );
    });
  }

  /** Sends a request on behalf of `request`; resolves with the complete response. */
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
