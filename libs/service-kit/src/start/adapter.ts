import { STATUS_CODES } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  prefersMinimal,
  sendConditionally,
  sendKnown,
  sendMinimal,
} from '../answer/conditional-answer';
import { marksOfRoute } from '../answer/handler-marks';
import { KnownAnswer } from '../answer/known-answer';
import { shapeAnswer } from '../answer/shape-answer';
import type { BaseConfig } from '../config/base-config';
import { problemOf } from '../problem/framework-problem';
import { PROBLEM_TYPE, problemDocument } from '../problem/problem-document';
import { ProblemError } from '../problem/problem-error';
import { sendProblem, type ProblemFilter } from '../problem/problem.filter';
import { localeOf } from '../context/locale';
import { requestIdOf } from './request-hooks';

/** A request body and its JSON answer, if there is one. */
export interface Answered {
  operationId: string;
  body: unknown;
  answer: unknown;
}

/** Fastify with our limits, whose own errors are problems too. */
export class ServiceAdapter extends FastifyAdapter {
  constructor(
    config: Readonly<BaseConfig>,
    filter: ProblemFilter,
    private readonly inspect: {
      checkAnswers?: boolean;
      onAnswer?: (answered: Answered) => void;
    },
  ) {
    super({
      logger: false,
      trustProxy: config.TRUST_PROXY,
      bodyLimit: config.BODY_LIMIT,
      genReqId: requestIdOf,
      requestTimeout: 60_000,
      keepAliveTimeout: 65_000,
      forceCloseConnections: 'idle',
      return503OnClosing: false,
      routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: true },
      frameworkErrors: (error: unknown, request: unknown, reply: unknown) => {
        const problem =
          problemOf(error, { bodyLimit: config.BODY_LIMIT }) ??
          new ProblemError('request.malformed');
        sendProblem(reply as FastifyReply, problem, request as FastifyRequest);
      },
      clientErrorHandler: answerUnreadable,
    });
    this.acceptJsonOnly();
    super.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      filter.answer(error, request, reply);
    });
  }

  /**
   * Nest's handler keeps only status and text of framework errors, and is set too late for routes
   * of extensions; ours is set from the start.
   */
  override setErrorHandler(_handler: unknown): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }

  /**
   * The last step of each handler. Not an interceptor: one on every route costs several promises
   * and observables per request.
   */
  override reply(response: FastifyReply, body: unknown, statusCode?: number): FastifyReply {
    const { request } = response;
    const { checkAnswers = false, onAnswer } = this.inspect;
    if (body instanceof KnownAnswer) {
      sendKnown(response, body);
      return response;
    }
    const marks = marksOfRoute(request);
    const shaped = shapeAnswer(marks, response, body, checkAnswers);
    if (onAnswer && marks.operationId && marks.answer !== undefined) {
      const { operationId } = marks;
      onAnswer({ operationId, body: request.body, answer: shaped });
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && marks.answer && !(shaped instanceof StreamableFile)) {
      sendConditionally(response, marks, shaped);
      return response;
    }
    if (marks.minimal && prefersMinimal(request)) {
      sendMinimal(response, marks.status ?? 200, shaped);
      return response;
    }
    return super.reply(response, shaped, statusCode);
  }

  private acceptJsonOnly(): void {
    const fastify = this.getInstance<FastifyInstance>();
    fastify.removeAllContentTypeParsers();
    const parse = fastify.getDefaultJsonParser('error', 'error');
    fastify.addContentTypeParser(
      /^application\/(?:[a-z0-9.+-]+\+)?json(?:$|[;\s])/i,
      { parseAs: 'buffer' },
      (request, body, done) => {
        if (!isUtf8(request.headers['content-type'])) {
          return done(new ProblemError('request.media-type-unsupported'));
        }
        const text = decodeUtf8(body as Buffer);
        // Clients that send a content type without a body are accepted.
        if (text === '') done(null, undefined);
        else if (text === null || isTooDeep(text)) done(new ProblemError('request.body-malformed'));
        else void parse(request, text, done);
      },
    );
  }
}

/** Whether a type names no charset or UTF-8, the only one of JSON (RFC 8259, 8.1). */
function isUtf8(contentType = ''): boolean {
  const [, , charset = 'utf-8'] = /;\s*charset\s*=\s*("?)([^";]*)\1/i.exec(contentType) ?? [];
  return /^utf-?8$/i.test(charset.trim());
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Null for bytes that are not UTF-8, which a lenient decoder would replace. Removes a byte order
 * mark.
 */
function decodeUtf8(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Deeper than any valid input; recursion over deeper values would overflow the stack. */
const MAX_JSON_DEPTH = 64;

function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < json.length; i += 1) {
    const code = json.charCodeAt(i);
    if (inText) {
      if (code === 0x5c) i += 1;
      else if (code === 0x22) inText = false;
    } else if (code === 0x22) inText = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** Answers input that is not HTTP with a problem on the bare socket. */
function answerUnreadable(
  error: Error & { code?: string },
  socket: { writable: boolean; end(data: string): void; destroy(): void },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = new ProblemError(
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'request.headers-too-large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request.timeout'
        : 'request.malformed',
  );
  const requestId = requestIdOf({ headers: {} });
  const body = JSON.stringify(problemDocument(problem, { locale: localeOf({}), requestId }));
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: ${PROBLEM_TYPE}\r\n` +
      `x-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
  );
}
